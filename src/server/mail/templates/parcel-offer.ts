import { dayOf } from '#domain/day.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Offers a person who has been excluded for a year to send everything that they have here, at the shop's cost.
 * `endsAt`: the end of the exclusion, which may be in the past, or null if it never ends.
 */
export function parcelOfferMail({
  endsAt,
  now,
  head,
}: {
  endsAt: Date | null;
  now: Date;
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'parcel_offer',
    subject: 'We can send you everything that is yours',
    parts: [
      `A year ago you asked us to sell you nothing. ${howLong(endsAt, now)}`,
      `If you want all of it at home, answer this mail or write to ${head.contact}. We send it at our cost.`,
    ],
  });
}

function howLong(endsAt: Date | null, now: Date): string {
  if (endsAt === null) return 'What you have here stays yours, and its days stand still.';
  const day = dayOf(endsAt);
  return endsAt > now
    ? `What you have here stays yours, and its days stand still until ${day}.`
    : `That time ended on ${day}, and the days of what you have here go on.`;
}

/** Notifies operators of the offer of a parcel, because they send the parcel. */
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
