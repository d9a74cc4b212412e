// Refuses a card payment if the buyer is on a break, shares a trait with an excluded person, or would exceed a limit
// that they set for themselves (docs/product.md §21). The check runs before money moves, and again before the purchase
// is delivered.
import { refuseBarred } from '#domain/break.ts';
import { checkMoneyLimits } from '#domain/own-limits.ts';
import type { Cents } from '#domain/money.ts';
import { sum } from '#domain/money.ts';
import type { Database, Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { findSaleBar } from './breaks-queries.ts';
import { findOwnLimits, findSpending } from './own-limits-queries.ts';

/**
 * Rejects with ON_A_BREAK or NOT_SOLD_TO_ACCOUNT if nothing may be sold to the buyer. The result stays true only while
 * the caller holds the lock on the account.
 */
export async function refuseBarredBuyer(
  { db, settings }: Pick<Context<Database>, 'db' | 'settings'>,
  userId: string,
): Promise<void> {
  refuseBarred(await findSaleBar(db, userId), settings.now().contactEmail);
}

/**
 * Rejects with OWN_LIMIT_REACHED if a new payment would exceed a limit of the user's own. The result stays true only
 * while the caller holds the lock on the account.
 */
export async function checkNewPayment(
  { db }: Pick<Context<Database>, 'db'>,
  userId: string,
  amount: Cents,
): Promise<void> {
  const [limits, spent] = await Promise.all([findOwnLimits(db, userId), findSpending(db, userId)]);
  const { day, week, month, packs } = spent;
  const withThis = { day: sum(day, amount), week: sum(week, amount), month: sum(month, amount) };
  checkMoneyLimits(limits, { ...withThis, packs });
}

/**
 * Like `checkNewPayment`, but for a payment whose money has arrived. The payment counts in the period in which it
 * began, not in the present one.
 */
export async function checkPaidPayment(
  { db }: Context<Transaction>,
  userId: string,
  paymentId: string,
): Promise<void> {
  const [limits, spent] = await Promise.all([
    findOwnLimits(db, userId),
    findSpending(db, userId, paymentId),
  ]);
  checkMoneyLimits(limits, spent);
}
