import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies the owner of a sign-in from a new place. */
export function newSignInMail(signIn: {
  device: string;
  network: string;
  at: Date;
  head: Letterhead;
}): Mail {
  const { device, network, at, head } = signIn;
  const time = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return writeMail(head, {
    kind: 'new_sign_in',
    subject: `New sign-in to your ${head.shop} account`,
    parts: [
      `Somebody signed in to your ${head.shop} account from a place that we have not seen before.`,
      {
        rows: [
          { name: 'Device', note: device },
          { name: 'Network', note: network },
          { name: 'Time', note: `${time} UTC` },
        ],
      },
      'If it was you, there is nothing to do. If it was not, change your password: that signs everybody else out.',
      { link: `${head.publicUrl}/my-account`, label: 'Open My account' },
    ],
  });
}
