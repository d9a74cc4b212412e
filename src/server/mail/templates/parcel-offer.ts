import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Offers a person who has been excluded for a year to send everything that they have here, at the
 * shop's cost.
 */
export function parcelOfferMail({ head }: { head: Letterhead }): Mail {
  return writeMail(head, {
    kind: 'parcel_offer',
    subject: 'We can send you everything that is yours',
    parts: [
      'A year ago you asked us to sell you nothing. What you have here stays yours for as long as you like.',
      `If you want all of it at home, answer this mail or write to ${head.contact}. We send it at our cost.`,
    ],
  });
}

/** Notifies operators of that offer, because they send the parcel. */
export function parcelOfferedMail({
  email,
  userId,
  head,
}: {
  email: string;
  userId: string;
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'parcel_offered',
    subject: 'Somebody excluded for a year can have everything sent',
    parts: [
      `${email} excluded themselves a year ago. We offered them to send all that they have here, at our cost.`,
      'If they say yes: they request the parcel as usual, and you give its fee back to their balance as a refund.',
      { link: `${head.publicUrl}/admin/users?user=${userId}`, label: 'See the account' },
    ],
  });
}
