// A job: reminds owners of cards whose thirty days end soon (docs/product.md §5).
import { planReminder } from '#domain/expiry.ts';
import { REMINDER_DAYS } from '#domain/sellback.ts';
import { notify } from '../accounts/notify.ts';
import { markCardsReminded } from '../catalogue/physical-cards-queries.ts';
import { inTransaction } from '../database/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { expiringCardsMail } from '../mail/templates/expiring-cards.ts';
import type { Context } from '../runtime/context.ts';
import { forEachUser, USERS_PER_RUN, type ExpiryRun } from './expiry-run.ts';
import {
  findExpiryPreferences,
  listUsersToRemind,
  lockCardsToRemind,
} from './expiring-cards-queries.ts';

/** Cards that one mail is about; a run writes one mail a user, and the next run the next. */
const CARDS_PER_MAIL = 5_000;
const CARDS_PER_RUN = 200_000;

/**
 * Writes one mail to each user who has cards in their last seven days, or in their last one, that were not
 * mailed at that stage. The note is stored with each card in the transaction of the mail; it is there also
 * where the owner wants no mail, so that switching mail on brings no old news (choice 72).
 */
export async function remindExpiringCards(
  context: Context,
  signal?: AbortSignal,
): Promise<ExpiryRun> {
  const users = await listUsersToRemind(context.db, REMINDER_DAYS, USERS_PER_RUN);
  return forEachUser(context, users, { cardsMax: CARDS_PER_RUN, signal }, remindOne);
}

async function remindOne(
  context: Context,
  userId: string,
): Promise<{ done: number; mayBeMore: boolean }> {
  return inTransaction(context.db, async (db) => {
    const [{ converts, shipThreshold }, cards] = await Promise.all([
      findExpiryPreferences(db, userId),
      lockCardsToRemind(db, userId, REMINDER_DAYS, CARDS_PER_MAIL),
    ]);
    if (cards.length > 0) {
      const mail = expiringCardsMail({
        ...planReminder(cards, shipThreshold),
        shipThreshold,
        converts,
        now: context.now(),
        head: letterheadOf(context),
      });
      await markCardsReminded(
        db,
        cards.map((card) => ({ cardId: card.id, days: card.stage })),
      );
      await notify({ ...context, db }, userId, 'if wanted', mail);
    }
    return { done: cards.length, mayBeMore: false };
  });
}
