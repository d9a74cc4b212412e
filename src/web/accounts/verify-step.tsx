import { resendCode, verifyEmail } from '#contract/accounts.ts';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { updateSessionUser } from '../api/session.ts';
import { CODE_LENGTH, CodeField } from '../ui/code-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { AuthForm } from './auth-frame.tsx';
import { verifyProblem } from './messages.ts';
import { ResendLine } from './resend-line.tsx';

export function VerifyStep({
  email,
  onBack,
  onDone,
}: {
  email: string;
  onBack: () => void;
  onDone: () => void;
}) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const [isBusy, setBusy] = useState(false);
  // Whether this page has sent a code. A code that was sent earlier does not count, because it may have expired.
  const [isSent, setSent] = useState(false);
  const address = <strong className="wrap-anywhere text-text">{email}</strong>;
  const form = useRef<HTMLFormElement>(null);

  const change = (next: string) => {
    setCode(next);
    setProblem(undefined);
    if (next.length === CODE_LENGTH) void verify(next);
  };

  const verify = async (complete: string) => {
    setBusy(true);
    try {
      const { user } = await call(verifyEmail, { email, code: complete });
      updateSessionUser({ emailVerified: user.emailVerified });
      onDone();
    } catch (error) {
      setProblem(verifyProblem(error));
      form.current?.querySelector('input')?.focus();
    } finally {
      setBusy(false);
    }
  };

  const sendAnother = async () => {
    await call(resendCode, { email });
    setSent(true);
    // The new code voids the earlier one, so the typed text and its error are cleared.
    setCode('');
    setProblem(undefined);
    showToast({ kind: 'success', title: 'Code sent', text: `Check the inbox of ${email}.` });
    return true;
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code === '') setProblem('Verification code is required');
    else if (code.length < CODE_LENGTH) setProblem('Please enter the 6-digit code');
    else void verify(code);
  };

  return (
    <AuthForm
      title="Check your email"
      intro={
        isSent ? (
          <>We sent a new 6-digit code to {address}. It expires in 10 minutes.</>
        ) : (
          <>
            Enter the 6-digit code that we sent to {address}. A code works for 10 minutes: if yours
            is older, ask for a new one.
          </>
        )
      }
      onBack={onBack}
      button="Verify"
      onSubmit={submit}
      isBusy={isBusy}
      isComplete={code.length === CODE_LENGTH}
      form={form}
      below={
        <ResendLine
          text="Didn’t get it?"
          button="Resend code"
          send={sendAnother}
          onProblem={setProblem}
        />
      }
    >
      <CodeField label="Verification code" value={code} onChange={change} error={problem} />
    </AuthForm>
  );
}
