// A job that converts or locks cards that were left for thirty days (docs/product.md §5).
import { planExpiry } from '#domain/expiry.ts';
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
import { cardsToName, unnamedIfCovered } from './covered-cards.ts';
import { forEachUser, USERS_PER_RUN, type ExpiryRun } from './expiry-run.ts';
import {
  findExpiryPreferences,
  listUsersWithExpired,
  lockExpiredCards,
  type EndedCard,
} from './expiring-cards-queries.ts';

/** Maximum number of one user's cards in one transaction. */
const CARDS_PER_TRANSACTION = 500;
/** Maximum number of cards in one run. This is more than expire in a minute, but few enough that a run ends. */
const CARDS_PER_RUN = 50_000;

/**
 * Converts expired available cards to credits, at their current credit value. If a card's owner has switched conversion
 * off, locks the card instead. The first run after a downtime also handles cards that expired during the downtime. Even
 * several processes convert each card only once, because its owner's account and then its row are locked.
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
    // The account is locked first, because money is always locked before stock. The three statements go in one
    // pipeline.
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

/**
 * Notifies an owner, in the shop and by mail, about expired cards. The text states the credits that converted cards
 * brought, or that locked cards would bring.
 */
async function tellOfEnd(
  inside: Context<Transaction>,
  userId: string,
  cards: EndedCard[],
  converts: boolean,
): Promise<void> {
  if (cards.length === 0) return;
  const mailbox = await mailboxOf(inside.db, userId);
  if (mailbox === null) return;
  const dearest = cards.toSorted((one, other) => other.marketValue - one.marketValue);
  await insertNotice(inside.db, userId, {
    kind: converts ? 'converted' : 'locked',
    cardIds: cardsToName(cards),
    amount: sum(...cards.map((card) => sellPrice(card.marketValue))),
  });
  await writeTo(inside, mailbox, 'if wanted', () =>
    endedCardsMail({ cards: dearest.map(unnamedIfCovered), converts, head: letterheadOf(inside) }),
  );
}
