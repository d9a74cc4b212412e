import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies the owner that their account will not be deleted, because the deletion was cancelled. */
export function accountKeptMail({ head }: { head: Letterhead }): Mail {
  return writeMail(head, {
    kind: 'account_kept',
    subject: `Your ${head.shop} account will not be deleted`,
    parts: [
      'You decided to keep your account. Everything in it is as it was. Public pages of your pulls have ended; you can share a pull again, at another address.',
      { link: `${head.publicUrl}/my-account`, label: 'My account' },
    ],
  });
}
