// A job that reminds owners of cards whose thirty days end soon (docs/product.md §5).
import { planReminder, reminderWays } from '#domain/expiry.ts';
import { sum } from '#domain/money.ts';
import { sellPrice } from '#domain/sellback.ts';
import { notify } from '../accounts/notify.ts';
import { markCardsReminded } from '../stock/physical-cards-queries.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { expiringCardsMail } from '../mail/templates/expiring-cards.ts';
import { insertNotice } from '../notices/notices-queries.ts';
import { cardsToName, unnamedIfCovered } from './covered-cards.ts';
import type { Context } from '../runtime/context.ts';
import { forEachUser, USERS_PER_RUN, type ExpiryRun } from './expiry-run.ts';
import {
  findExpiryPreferences,
  listUsersToRemind,
  lockCardsToRemind,
  type CardToRemind,
} from './expiring-cards-queries.ts';

/**
 * Maximum number of cards in one mail or notice. A run writes at most one mail and one notice per user, and the next
 * run covers the remaining cards.
 */
const CARDS_PER_MAIL = 5_000;
const CARDS_PER_RUN = 200_000;

/**
 * Mails each user with cards in their last seven days, and again in their last day. Also writes a notice to each user
 * with cards in their last three days. Each reminder is recorded on its cards in the same transaction. It is recorded
 * even if the owner wants no mail, so that an owner who later switches mail on gets no old reminders (choice 72).
 */
export async function remindExpiringCards(
  context: Context,
  signal?: AbortSignal,
): Promise<ExpiryRun> {
  const users = await listUsersToRemind(context.db, USERS_PER_RUN);
  return forEachUser(context, users, { cardsMax: CARDS_PER_RUN, signal }, remindOne);
}

async function remindOne(
  context: Context,
  userId: string,
): Promise<{ done: number; mayBeMore: boolean }> {
  return inTransaction(context.db, async (db) => {
    const cards = await lockCardsToRemind(db, userId, CARDS_PER_MAIL);
    if (cards.length > 0) {
      await markCardsReminded(
        db,
        cards.map((card) => ({ cardId: card.id, days: card.stage })),
      );
      const inside = { ...context, db };
      await writeMail(
        inside,
        userId,
        cards.filter(({ stage, last }) => reminderWays(stage, last).mail),
      );
      await writeNotice(
        inside,
        userId,
        cards.filter(({ stage, last }) => reminderWays(stage, last).notice),
      );
    }
    return { done: cards.length, mayBeMore: false };
  });
}

async function writeMail(
  context: Context<Transaction>,
  userId: string,
  cards: CardToRemind[],
): Promise<void> {
  if (cards.length === 0) return;
  const { converts, shipThreshold } = await findExpiryPreferences(context.db, userId);
  const mail = expiringCardsMail({
    ...planReminder(cards.map(unnamedIfCovered), shipThreshold),
    shipThreshold,
    converts,
    now: context.now(),
    head: letterheadOf(context),
  });
  await notify(context, userId, 'if wanted', mail);
}

async function writeNotice(
  { db }: Context<Transaction>,
  userId: string,
  cards: CardToRemind[],
): Promise<void> {
  if (cards.length === 0) return;
  await insertNotice(db, userId, {
    kind: 'ending',
    cardIds: cardsToName(cards),
    amount: sum(...cards.map((card) => sellPrice(card.marketValue))),
  });
}
