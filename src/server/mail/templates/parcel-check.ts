import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Tells an owner that their parcel waits for a check, and by when that is done. */
export function parcelCheckMail(id: string, checkBy: Date, head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'parcel_check',
    subject: 'We are checking your parcel',
    parts: [
      `Before we send your parcel, a person checks its payments. We do this by ${checkBy.toISOString().slice(0, 10)}. Your cards stay yours, and there is nothing that you need to do.`,
      'If you have a question, write to us.',
      { link: `${head.publicUrl}/shipments/${id}`, label: 'See the parcel' },
    ],
  });
}
