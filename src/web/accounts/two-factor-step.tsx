// Asks for the second factor after a correct password: a code from the app, or a printed recovery code.
import { login } from '#contract/accounts.ts';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { signIn } from '../api/session.ts';
import { CODE_LENGTH, CodeField } from '../ui/code-field.tsx';
import { Field } from '../ui/field.tsx';
import { useShopName } from './config.ts';
import { AnotherWay, AuthForm } from './auth-frame.tsx';
import { loginProblem, securityProblem } from './messages.ts';

const ONE_OF_TEN =
  'One of the ten codes that you were shown when you turned two-factor on. Each works once.';

type TwoFactorStepProps = {
  email: string;
  password: string;
  onBack: () => void;
  onDone: () => void;
};

export function TwoFactorStep({ email, password, onBack, onDone }: TwoFactorStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = useShopName();

  const change = (next: string) => {
    setCode(next);
    setWrong(undefined);
    if (!isRecovery && next.length === CODE_LENGTH) void enter(next);
  };

  const enter = async (complete: string) => {
    setBusy(true);
    setProblem(null);
    try {
      signIn(await call(login, { email, password, code: complete }));
      onDone();
    } catch (error) {
      const { field, message } = securityProblem(error);
      if (field === 'code') setWrong(message);
      else setProblem(loginProblem(error).message);
      // Clears the field after a code from the app, because each attempt uses up the code. A recovery code stays in the
      // field, because the user may have mistyped it.
      if (!isRecovery) setCode('');
      form.current?.querySelector('input')?.focus();
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === '') setWrong('Verification code is required');
    else if (!isRecovery && code.length < CODE_LENGTH) setWrong('Please enter the 6-digit code');
    else void enter(code);
  };

  const switchKind = () => {
    setRecovery(!isRecovery);
    setCode('');
    setWrong(undefined);
    setProblem(null);
  };

  return (
    <AuthForm
      title={isRecovery ? 'Enter a recovery code' : 'Enter your code'}
      intro={
        isRecovery
          ? ONE_OF_TEN
          : `Open your authenticator app and enter the 6-digit code for ${name.replaceAll(' ', '\u00a0')}.`
      }
      problem={problem}
      onBack={onBack}
      button="Log in"
      onSubmit={submit}
      isBusy={isBusy}
      isComplete={isRecovery ? code.trim() !== '' : code.length === CODE_LENGTH}
      form={form}
      below={
        <AnotherWay
          button={isRecovery ? 'Use the code from your app' : 'Use a recovery code'}
          onPress={switchKind}
        />
      }
    >
      {isRecovery ? (
        <RecoveryField key="recovery" value={code} onChange={change} error={wrong} />
      ) : (
        <CodeField label="Verification code" value={code} onChange={change} error={wrong} />
      )}
    </AuthForm>
  );
}

type RecoveryFieldProps = {
  value: string;
  onChange: (typed: string) => void;
  error: string | undefined;
};

function RecoveryField({ value, onChange, error }: RecoveryFieldProps) {
  return (
    <Field
      label="Recovery code"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      autoFocus
      maxLength={32}
      error={error}
    />
  );
}
