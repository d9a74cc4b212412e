import { forgotPassword } from '#contract/accounts-security.ts';
import { call } from '../api/call.ts';
import { EmailForm } from './email-form.tsx';
import { securityProblem } from './messages.ts';

/** Asks for the email address that receives a code. The step doesn't reveal whether the address has an account. */
export function ForgotStep({
  email,
  onBack,
  onSent,
}: {
  email: string;
  onBack: () => void;
  onSent: (email: string) => void;
}) {
  const send = async (typed: string) => {
    await call(forgotPassword, { email: typed });
    onSent(typed);
  };
  return (
    <EmailForm
      title="Forgot password"
      intro="We’ll mail you a code for setting a new one."
      button="Send code"
      endpoint={forgotPassword}
      email={email}
      onBack={onBack}
      send={send}
      sentenceOf={(thrown) => securityProblem(thrown).message}
    />
  );
}
