import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import type { Mail } from '../send-mail.ts';

/** Brings the code that verifies an address. */
export function verifyEmailMail({ code, publicUrl }: { code: string; publicUrl: string }): Mail {
  return {
    kind: 'verify_email',
    subject: `${code} is your Felt & Foil verification code`,
    text: `Welcome to Felt & Foil.

Your verification code is ${code}. It is good for ${CODE_LIFE_MINUTES} minutes.
Enter it at ${publicUrl}/auth?mode=verify

If you didn't make an account with us, you can ignore this mail.
`,
  };
}
