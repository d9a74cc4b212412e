import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Tells the present address that the account is about to get a new address. */
export function emailChangingMail(change: { newEmail: string; head: Letterhead }): Mail {
  const { head } = change;
  return writeMail(head, {
    kind: 'email_changing',
    subject: `A new address for your ${head.shop} account`,
    parts: [
      `Somebody who is signed in to your ${head.shop} account asked to change its address to ${change.newEmail}. Nothing changes until the code that we mailed there is entered.`,
      'If it was you, there is nothing to do here. If it was not, change your password now: that stops the change, and signs everybody else out.',
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}

/** Tells the replaced address that the account has a new address. */
export function emailChangedMail(change: { newEmail: string; head: Letterhead }): Mail {
  const { head } = change;
  return writeMail(head, {
    kind: 'email_changed',
    subject: `Your ${head.shop} account has a new address`,
    parts: [
      `The address of your ${head.shop} account is ${change.newEmail} now. You sign in with it, and our mail goes there.`,
      `If it was not you, write to ${head.contact} at once.`,
    ],
  });
}
