// A job that notifies users of wishes that came true (docs/product.md §18).
import { TOLD_BY, type WishKind } from '#domain/wish.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import { inTransaction } from '#engine/database.ts';
import { findBreak } from '../limits/breaks-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { backMail, priceMail, singleMail, stockMail } from '../mail/templates/wishes.ts';
import type { Mail } from '../mail/write-mail.ts';
import type { Context } from '../runtime/context.ts';
import { deleteOldNotices, insertNotice, type NewNotice } from '../notices/notices-queries.ts';
import {
  findNoticesWanted,
  listUsersToTell,
  noteArrivals,
  notePacksOut,
  noteSinglesThatCame,
  tellOfPacks,
  tellOfPrices,
  tellOfSingles,
  tellOfStock,
} from './wishes-queries.ts';

/** The most users that one run notifies. The next run notifies the others. */
const USERS_PER_RUN = 10_000;

/**
 * Notifies each user of wishes that came true. The same transaction marks these wishes as notified. They are marked
 * even if the user wants neither notices nor mails, so that a user who later turns one on gets no old news (choice 72).
 */
export async function tellWishes(
  context: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const { db, log } = context;
  await inTransaction(db, noteArrivals);
  await inTransaction(db, noteSinglesThatCame);
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
  // This runs last. Otherwise a user who was just notified that a pack is back would at once wait for its next return.
  await notePacksOut(db);
  await deleteOldNotices(db);
  return run;
}

/** Notifies one user, and returns the number of wishes in the notification. */
async function tellOne(context: Context, userId: string): Promise<number> {
  return inTransaction(context.db, async (db) => {
    const inside = { ...context, db };
    // This comes before everything else, because it waits for a running erasure. After the erasure the user has no
    // wishes.
    const mailbox = await mailboxOf(db, userId);
    if (mailbox === null) return 0;
    const wanted = await findNoticesWanted(db, userId);
    const head = letterheadOf(context);
    // Users on a break are not notified of things that they could buy. Their wishes are still marked as notified, like
    // those of users who have turned these notices off.
    const isOnBreak = (await findBreak(db, userId)) !== null;
    const tell = async (kind: WishKind, notices: Omit<NewNotice, 'kind'>[], mail: () => Mail) => {
      if (isOnBreak) return;
      if (wanted.has(kind)) {
        for (const notice of notices) await insertNotice(db, userId, { ...notice, kind });
      }
      await writeTo(inside, mailbox, TOLD_BY[kind].mail, mail);
    };

    const cards = await tellOfStock(db, userId);
    // If the same packs can hold several cards, these cards become one item in the mail.
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

    const singles = await tellOfSingles(db, userId);
    if (singles.length > 0) {
      const notices = [{ cardIds: singles.map(({ id }) => id) }];
      await tell('single', notices, () => singleMail(singles, head));
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
    return cards.length + singles.length + packs.length + prices.length;
  });
}
