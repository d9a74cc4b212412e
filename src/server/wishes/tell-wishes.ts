// A job that notifies users of wishes that came true (docs/product.md §18).
import { TOLD_BY, type WishKind } from '#domain/wish.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import { inTransaction } from '#engine/database.ts';
import { findBreak } from '../limits/breaks-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { backMail, priceMail, stockMail } from '../mail/templates/wishes.ts';
import type { Mail } from '../mail/write-mail.ts';
import type { Context } from '../runtime/context.ts';
import { deleteOldNotices, insertNotice, type NewNotice } from '../notices/notices-queries.ts';
import {
  findNoticesWanted,
  listUsersToTell,
  noteArrivals,
  notePacksOut,
  tellOfPacks,
  tellOfPrices,
  tellOfStock,
} from './wishes-queries.ts';

/** The most users that one run notifies. The next run continues. */
const USERS_PER_RUN = 10_000;

/**
 * Notifies each user of wishes that came true. The same transaction marks the wishes as notified.
 * They are also marked for a user who wants neither notices nor mails, so that turning one on
 * brings no old news (choice 72).
 */
export async function tellWishes(
  context: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const { db, log } = context;
  await inTransaction(db, noteArrivals);
  const run = { done: 0, failed: 0 };
  for (const userId of await listUsersToTell(db, USERS_PER_RUN)) {
    if (signal?.aborted === true) break;
    try {
      run.done += await tellOne(context, userId);
    } catch (error) {
      run.failed += 1;
      log.error(
        { event: 'wish_mail_failed', err: error, userId },
        'Could not mail a user about their wishes, will retry',
      );
    }
  }
  // Runs last, so that a user who was just notified of a pack on sale does not also wait for its
  // return.
  await notePacksOut(db);
  await deleteOldNotices(db);
  return run;
}

/** Returns the number of wishes that the user was notified of. */
async function tellOne(context: Context, userId: string): Promise<number> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    // Comes first, because it waits for a running erasure. After an erasure, the user has no
    // wishes.
    const mailbox = await mailboxOf(db, userId);
    if (mailbox === null) return 0;
    const wanted = await findNoticesWanted(db, userId);
    const head = letterheadOf(context);
    // Users on a break are not notified of things that they could buy. Their wishes are marked as
    // notified, as for users who have turned these notices off.
    const isOnBreak = (await findBreak(db, userId)) !== null;
    const tell = async (kind: WishKind, notices: Omit<NewNotice, 'kind'>[], mail: () => Mail) => {
      if (isOnBreak) return;
      if (wanted.has(kind)) {
        for (const notice of notices) await insertNotice(db, userId, { ...notice, kind });
      }
      await writeTo(inside, mailbox, TOLD_BY[kind].mail, mail);
    };

    const cards = await tellOfStock(db, userId);
    // Cards that the same packs can hold become one item in the mail.
    const groups = Map.groupBy(cards, ({ packTypes }) => packTypes.map(({ id }) => id).join('\n'));
    const arrivals = [...groups.values()].map((group) => ({
      packTypes: group[0]!.packTypes,
      cards: group,
    }));
    if (arrivals.length > 0) {
      const notices = arrivals.map((arrival) => ({
        packTypeIds: arrival.packTypes.map(({ id }) => id),
        cardIds: arrival.cards.map(({ id }) => id),
      }));
      await tell('stock', notices, () => stockMail(arrivals, head));
    }

    const packs = await tellOfPacks(db, userId);
    if (packs.length > 0) {
      const notices = packs.map(({ id }) => ({ packTypeIds: [id] }));
      await tell('back', notices, () => backMail(packs, head));
    }

    const prices = await tellOfPrices(db, userId);
    if (prices.length > 0) {
      const notices = prices.map(({ id, line, marketValue }) => ({
        cardIds: [id],
        line,
        marketValue,
      }));
      await tell('price', notices, () => priceMail(prices, head));
    }
    return cards.length + packs.length + prices.length;
  });
}
