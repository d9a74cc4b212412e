import { checkEmail } from '#contract/accounts.ts';
import { call } from '../api/call.ts';
import { messageOf } from '../api/messages.ts';
import { EmailForm } from './email-form.tsx';
import { lookupRefusal } from './messages.ts';

/** Asks for the email address, and looks up whether the address has an account. */
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
      if (lookupRefusal(error) !== null) throw error;
      onKnown(typed, null);
    }
  };
  return (
    <EmailForm
      title="Welcome"
      intro="Enter your e-mail to log in or sign up."
      button="Continue"
      endpoint={checkEmail}
      email={email}
      onBack={onBack}
      send={send}
      sentenceOf={messageOf}
    />
  );
}
