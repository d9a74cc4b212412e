// This job compares the shop's books with the card provider's. Charges and refunds must be in both
// books. Fees and payouts are booked from the provider's report.
import { bookingsOf, isBookedWhenHeard, isOfDispute } from '#domain/provider-books.ts';
import { CURRENCY, ZERO } from '#domain/money.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { postHouseJournal } from '../ledger/post.ts';
import { isUnreachable, type CardMovement } from '../runtime/card-provider.ts';
import type { Context } from '../runtime/context.ts';
import { handleEvent } from './handle-event.ts';
import { askMoneyQuestion, endMoneyQuestions } from './money-questions-queries.ts';
import type { PaymentRun } from './payment-run.ts';
import {
  compareMovements,
  findMovementsSince,
  insertMovements,
  listMissingMovements,
  markMovementsAgreed,
  type ComparedMovement,
} from './provider-movements-queries.ts';

export const COMPARE_HOUR = 3;

const AT_ONCE = 500;
/**
 * Maximum number of movements that one run compares. It is more than the movements of a night; the
 * next run compares the rest.
 */
const COMPARED_MAX = 5_000;
/** After this many failed calls, the run asks the provider no more questions. */
const UNREPORTED_MAX = 3;
/** The number of hours that the provider may take to report a movement. */
const GRACE_HOURS = 24;

/**
 * Compares the books. `graceHours` is the number of hours that the provider may take to report a
 * movement that is in the shop's books.
 */
export async function compareBooks(
  context: Context,
  signal?: AbortSignal,
  graceHours = GRACE_HOURS,
): Promise<PaymentRun> {
  if (context.cardProvider === null) return { done: 0, failed: 0 };
  const since = await findMovementsSince(context.db);
  const told = await context.cardProvider.listMovements(since);
  const ours = told.filter(({ currency }) => currency === CURRENCY);
  let done = 0;
  for (let from = 0; from < ours.length; from += AT_ONCE) {
    signal?.throwIfAborted();
    const batch = ours.slice(from, from + AT_ONCE);
    done += await inTransaction(context.db, (db) => takeIn(db, batch));
  }
  const failed = await bookUnagreed(context, signal);
  await inTransaction(context.db, async (db) => {
    await judge(db, await compareMovements(db, COMPARED_MAX));
    await judgeMissing(db, graceHours);
    for (const { id, currency } of told) {
      if (currency !== CURRENCY) await askAboutCurrency(db, id);
    }
  });
  return { done, failed };
}

/** Stores new movements, and books those that the shop learns only from the provider's report. */
async function takeIn(db: Transaction, movements: CardMovement[]): Promise<number> {
  const taken = await insertMovements(db, movements, ({ category }) => isBookedWhenHeard(category));
  for (const movement of taken) {
    for (const booking of bookingsOf(movement)) {
      await postHouseJournal(db, {
        ...booking,
        referenceId: movement.ownId,
        description: movement.description,
      });
    }
  }
  return taken.length;
}

/**
 * Asks the provider about movements that the books don't have, because the events about them may
 * never have arrived. Continues after a failed call. Returns the number of failed calls.
 */
async function bookUnagreed(context: Context, signal?: AbortSignal): Promise<number> {
  const asked = new Set<string>();
  let failed = 0;
  let unreported = 0;
  for (const movement of await compareMovements(context.db, COMPARED_MAX)) {
    const { intent_id: intentId, category } = movement;
    const type = isOfDispute(category) ? 'charge.dispute.' : `${category.split('_')[0]}.`;
    if (isAgreed(movement) || intentId === null || asked.has(`${type} ${intentId}`)) continue;
    asked.add(`${type} ${intentId}`);
    signal?.throwIfAborted();
    try {
      await handleEvent(context, { type, intentId });
    } catch (error) {
      failed += 1;
      if (isUnreachable(error)) unreported += 1;
      context.log.error(
        { event: 'movement_not_booked', err: error, intentId },
        'Could not book a movement of the card provider, the next comparison of the books will retry',
      );
      if (unreported === UNREPORTED_MAX) break;
    }
  }
  return failed;
}

function isAgreed({ booked, amount }: ComparedMovement): boolean {
  return booked !== null && booked === amount;
}

async function judge(db: Transaction, compared: ComparedMovement[]): Promise<void> {
  const agreed = compared.filter(isAgreed);
  await markMovementsAgreed(
    db,
    agreed.map(({ id }) => id),
  );
  await endMoneyQuestions(
    db,
    ['not_in_books', 'amounts_differ'],
    agreed.map((one) => one.provider_id),
  );
  for (const one of compared) {
    if (isAgreed(one)) continue;
    const kind = one.booked === null ? 'not_in_books' : 'amounts_differ';
    const other = one.booked === null ? 'amounts_differ' : 'not_in_books';
    await endMoneyQuestions(db, [other], [one.provider_id]);
    await askMoneyQuestion(db, {
      kind,
      subject: one.provider_id,
      paymentId: one.payment_id,
      amount: one.amount,
      booked: one.booked,
    });
  }
}

async function judgeMissing(db: Transaction, graceHours: number): Promise<void> {
  const missing = await listMissingMovements(db, graceHours);
  await endMoneyQuestions(
    db,
    ['not_at_provider'],
    null,
    missing.map(({ subject }) => subject),
  );
  for (const { subject, payment_id: paymentId, amount } of missing) {
    await askMoneyQuestion(db, {
      kind: 'not_at_provider',
      subject,
      paymentId,
      amount: ZERO,
      booked: amount,
    });
  }
}

/** Asks an operator which value a movement in another currency gets in the books. */
async function askAboutCurrency(db: Transaction, movementId: string): Promise<void> {
  await askMoneyQuestion(db, {
    kind: 'other_currency',
    subject: movementId,
    paymentId: null,
    amount: ZERO,
    booked: null,
  });
}
