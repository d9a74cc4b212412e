import { writeMail, type Mail } from '../write-mail.ts';

/** Tells the owner that the password is another one now. */
export function passwordChangedMail(publicUrl: string): Mail {
  return writeMail({
    kind: 'password_changed',
    subject: 'Your Felt & Foil password was changed',
    parts: [
      'The password of your Felt & Foil account was changed, and all other devices were signed out.',
      'If it was you, there is nothing to do. If it was not, set a new password now.',
      { link: `${publicUrl}/auth?mode=forgot`, label: 'Set a new password' },
    ],
  });
}
