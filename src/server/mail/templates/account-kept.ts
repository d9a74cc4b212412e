import { writeMail, type Mail } from '../write-mail.ts';

/** Tells that an account that was to be deleted stays. */
export function accountKeptMail({ publicUrl }: { publicUrl: string }): Mail {
  return writeMail({
    kind: 'account_kept',
    subject: 'Your Felt & Foil account stays',
    parts: [
      'You decided to keep your account. It will not be deleted, and everything in it is as it was.',
      { link: `${publicUrl}/my-account`, label: 'My account' },
    ],
  });
}
