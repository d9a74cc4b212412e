import { resendCode, verifyEmail } from '#contract/accounts.ts';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call } from '../api/call.ts';
import { messageOf } from '../api/messages.ts';
import { updateSessionUser } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { CODE_LENGTH, CodeField } from '../ui/code-field.tsx';
import { showToast } from '../ui/toast.tsx';
import { AuthForm } from './auth-frame.tsx';
import { verifyProblem } from './messages.ts';

/** Seconds until the user may request another code (docs/product.md §8). */
const RESEND_AFTER_S = 60;

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
  // Whether a code was sent from this page. Earlier codes don't count, because they may have expired.
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
      below={<ResendLine email={email} onSent={() => setSent(true)} onProblem={setProblem} />}
    >
      <CodeField label="Verification code" value={code} onChange={change} error={problem} />
    </AuthForm>
  );
}

function ResendLine({
  email,
  onSent,
  onProblem,
}: {
  email: string;
  onSent: () => void;
  onProblem: (problem: string) => void;
}) {
  const [secondsLeft, setSecondsLeft] = useState(0);
  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  const resend = async () => {
    try {
      await call(resendCode, { email });
      setSecondsLeft(RESEND_AFTER_S);
      onSent();
      showToast({ kind: 'success', title: 'Code sent', text: `Check the inbox of ${email}.` });
    } catch (error) {
      onProblem(messageOf(error));
    }
  };

  return (
    <p className="mt-5 flex items-center justify-center gap-3 text-small text-text-2">
      Didn’t get it?
      <Button
        variant="secondary"
        size="small"
        disabled={secondsLeft > 0}
        onClick={() => void resend()}
      >
        {secondsLeft > 0 ? `Resend in 0:${String(secondsLeft).padStart(2, '0')}` : 'Resend code'}
      </Button>
    </p>
  );
}
