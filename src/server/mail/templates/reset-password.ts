import { CODE_LIFE_MINUTES } from '#domain/one-time-code.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Sends the code that sets a new password. The address and the code come after the "#" of the link, because browsers
 * send that part to no server. So no server can log them, not even the shop's own.
 */
export function resetPasswordMail(reset: { code: string; email: string; head: Letterhead }): Mail {
  const { code, email, head } = reset;
  const filled = new URLSearchParams({ email, code });
  return writeMail(head, {
    kind: 'reset_password',
    subject: `${code} is your ${head.shop} password reset code`,
    isSecret: true,
    parts: [
      `You asked to set a new password for your ${head.shop} account.`,
      {
        link: `${head.publicUrl}/auth?mode=reset#${filled.toString()}`,
        label: 'Set a new password',
      },
      'Or enter this code where you asked for it',
      { code },
      `Both expire in ${CODE_LIFE_MINUTES} minutes and work once. Every device that is signed in to your account will be signed out.`,
      "If you didn't ask for this, you can ignore this mail: your password stays as it is.",
    ],
  });
}
