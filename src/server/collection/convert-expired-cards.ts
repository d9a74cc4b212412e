// A job: what becomes of cards that were left for thirty days (docs/product.md §5).
import { planExpiry, type ExpiredCard } from '#domain/expiry.ts';
import { sum } from '#domain/money.ts';
import { sellPrice } from '#domain/sellback.ts';
import { mailboxOf, writeTo } from '../accounts/notify.ts';
import { markCardsExpired } from '../stock/physical-cards-queries.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { endedCardsMail } from '../mail/templates/ended-cards.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import type { Context } from '../runtime/context.ts';
import { payForCards } from './buy-back-cards.ts';
import { forEachUser, USERS_PER_RUN, type ExpiryRun } from './expiry-run.ts';
import {
  findExpiryPreferences,
  listUsersWithExpired,
  lockExpiredCards,
} from './expiring-cards-queries.ts';

/** Cards of one user that one transaction sees to. */
const CARDS_PER_TRANSACTION = 500;
/** Cards that one run sees to: more than come due in a minute, and not so many that a run has no end. */
const CARDS_PER_RUN = 50_000;

/**
 * Converts the available cards whose time is over to credits, at their credit value at this moment, or
 * locks them where their owner has switched conversion off. What was missed while no shop ran is caught up,
 * and however many processes are at it, each card goes once: its row is locked, after its owner's account.
 */
export async function convertExpiredCards(
  context: Context,
  signal?: AbortSignal,
): Promise<ExpiryRun> {
  const users = await listUsersWithExpired(context.db, USERS_PER_RUN);
  return forEachUser(context, users, { cardsMax: CARDS_PER_RUN, signal }, convertSome);
}

async function convertSome(
  context: Context,
  userId: string,
): Promise<{ done: number; mayBeMore: boolean }> {
  return inTransaction(context.db, async (db) => {
    // Money is locked before stock; the three travel together.
    const [, { converts }, cards] = await Promise.all([
      lockAccount(db, userId),
      findExpiryPreferences(db, userId),
      lockExpiredCards(db, userId, CARDS_PER_TRANSACTION),
    ]);
    const { converted, locked } = planExpiry(cards, converts);
    if (converted.length > 0) payForCards(db, userId, 'converted', converted);
    if (locked.length > 0) {
      await markCardsExpired(
        db,
        locked.map((card) => card.id),
      );
    }
    await tellOfEnd({ ...context, db }, userId, cards, converts);
    return { done: cards.length, mayBeMore: cards.length === CARDS_PER_TRANSACTION };
  });
}

/** Notifies an owner, in the shop and by mail, of cards whose time was over: the credits they brought, or would bring if locked. */
async function tellOfEnd(
  inside: Context<Transaction>,
  userId: string,
  cards: (ExpiredCard & { cardId: string })[],
  converts: boolean,
): Promise<void> {
  if (cards.length === 0) return;
  const mailbox = await mailboxOf(inside.db, userId);
  if (mailbox === null) return;
  const dearest = cards.toSorted((one, other) => other.marketValue - one.marketValue);
  await insertNotice(inside.db, userId, {
    kind: converts ? 'converted' : 'locked',
    cardIds: dearest.map((card) => card.cardId),
    amount: sum(...cards.map((card) => sellPrice(card.marketValue))),
  });
  await writeTo(inside, mailbox, 'if wanted', () =>
    endedCardsMail({ cards: dearest, converts, head: letterheadOf(inside) }),
  );
}
