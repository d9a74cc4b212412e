import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies the owner of an account that someone is guessing their password (choice 12). */
export function manyFailedSignInsMail(head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'many_failed_sign_ins',
    subject: `Many failed sign-ins to your ${head.shop} account`,
    parts: [
      `Somebody has tried many wrong passwords for your account at ${head.publicUrl} today.`,
      'For the next day you can sign in only where you have signed in before. Nobody got in, and you don’t have to do anything. If you use the same password somewhere else, change it.',
    ],
  });
}
