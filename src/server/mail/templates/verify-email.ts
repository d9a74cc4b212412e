import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Brings the code that verifies an address. */
export function verifyEmailMail({ code, publicUrl }: { code: string; publicUrl: string }): Mail {
  return writeMail({
    kind: 'verify_email',
    subject: `${code} is your Felt & Foil verification code`,
    isSecret: true,
    parts: [
      'Welcome to Felt & Foil.',
      'Your verification code is',
      { code },
      `It is good for ${CODE_LIFE_MINUTES} minutes.`,
      { link: `${publicUrl}/auth?mode=verify`, label: 'Enter the code' },
      "If you didn't make an account with us, you can ignore this mail.",
    ],
  });
}
