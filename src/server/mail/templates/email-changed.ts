import { writeMail, type Mail } from '../write-mail.ts';

/** Tells the present address that another one is to take its place. */
export function emailChangingMail(change: { newEmail: string; publicUrl: string }): Mail {
  return writeMail({
    kind: 'email_changing',
    subject: 'A new address for your Felt & Foil account',
    parts: [
      `Somebody who is signed in to your Felt & Foil account asked to change its address to ${change.newEmail}. Nothing changes until the code that we mailed there is entered.`,
      'If it was you, there is nothing to do here. If it was not, change your password now: that stops the change, and signs everybody else out.',
      { link: `${change.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}

/** Tells the address that was left. */
export function emailChangedMail(change: { newEmail: string; contact: string }): Mail {
  return writeMail({
    kind: 'email_changed',
    subject: 'Your Felt & Foil account has a new address',
    parts: [
      `The address of your Felt & Foil account is ${change.newEmail} now. You sign in with it, and our mail goes there.`,
      `If it was not you, write to ${change.contact} at once.`,
    ],
  });
}
