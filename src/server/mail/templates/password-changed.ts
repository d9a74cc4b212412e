import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies the owner that the password has changed. */
export function passwordChangedMail(head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'password_changed',
    subject: `Your ${head.shop} password was changed`,
    parts: [
      `The password of your ${head.shop} account was changed, and all other devices were signed out.`,
      'If it was you, there is nothing to do. If it was not, set a new password now.',
      { link: `${head.publicUrl}/auth?mode=forgot`, label: 'Set a new password' },
    ],
  });
}
