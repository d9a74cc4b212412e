import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Sends the code that verifies an address. */
export function verifyEmailMail({ code, head }: { code: string; head: Letterhead }): Mail {
  return writeMail(head, {
    kind: 'verify_email',
    subject: `${code} is your ${head.shop} verification code`,
    isSecret: true,
    parts: [
      `Welcome to ${head.shop}.`,
      'Your verification code is',
      { code },
      `It expires in ${CODE_LIFE_MINUTES} minutes.`,
      { link: `${head.publicUrl}/auth?mode=verify`, label: 'Enter the code' },
      "If you didn't make an account with us, you can ignore this mail.",
    ],
  });
}
