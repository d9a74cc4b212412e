import { checkEmail } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { EmailForm } from './email-form.tsx';
import { lookupRefusal } from './messages.ts';

/** Asks for the email address, and looks up whether it has an account. */
export function EmailStep({
  email,
  onBack,
  onKnown,
}: {
  email: string;
  onBack: () => void;
  /** `exists`: whether the address has an account; null if the look-up failed. */
  onKnown: (email: string, exists: boolean | null) => void;
}) {
  const send = async (typed: string) => {
    try {
      const { exists } = await call(checkEmail, { email: typed });
      onKnown(typed, exists);
    } catch (error) {
      const refusal = lookupRefusal(error);
      if (refusal !== null) return refusal;
      onKnown(typed, null);
    }
    return null;
  };
  return (
    <EmailForm
      title="Welcome"
      intro="Enter your e-mail to log in or sign up."
      button="Continue"
      email={email}
      onBack={onBack}
      send={send}
    />
  );
}
