import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** Notifies an owner that the shop checks their parcel before sending it, and of the last day for that check. */
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
