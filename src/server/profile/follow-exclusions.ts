// A job about people who excluded themselves. It deletes the marks by which the shop recognizes them after their
// exclusion has ended. After a year, it offers to send them everything that they own at the shop's cost
// (docs/product.md §21).
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import { inTransaction } from '#engine/database.ts';
import { listToOfferParcel } from '../limits/breaks-queries.ts';
import { deleteEndedMarks } from '../limits/exclusion-marks-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { sendMail } from '../mail/send-mail.ts';
import { parcelOfferedMail, parcelOfferMail } from '../mail/templates/parcel-offer.ts';
import type { Context } from '../runtime/context.ts';

export async function followExclusions(
  context: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const { db, settings, now } = context;
  let done = await deleteEndedMarks(db);
  for (const { userId, endsAt } of await listToOfferParcel(db)) {
    if (signal?.aborted === true) break;
    await inTransaction(db, async (tx) => {
      const inside = { ...context, db: tx };
      const mailbox = await mailboxOf(tx, userId);
      if (mailbox === null) return;
      const head = letterheadOf(context);
      const fact = `parcel offer ${userId}`;
      await writeTo(
        inside,
        mailbox,
        'always',
        () => parcelOfferMail({ endsAt, now: now(), head }),
        fact,
      );
      const shop = { email: settings.now().contactEmail, userId: null };
      const mail = parcelOfferedMail({ email: mailbox.email, userId, head });
      await sendMail(inside, shop, mail, `${fact}, to the shop`);
    });
    done += 1;
  }
  return { done, failed: 0 };
}
