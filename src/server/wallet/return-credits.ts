// The button with which users give their unspent bought credits back (docs/product.md §6).
import * as rows from '#contract/wallet-credits.ts';
import type { CreditParts } from '#contract/wallet-credits.ts';
import type { Caller } from '#domain/access.ts';
import {
  creditReturnSentence,
  wayOfCreditReturn,
  type CreditReturnWay,
} from '#domain/credit-returns.ts';
import { sum } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { countCardCall } from '../card-payments/limit-card-calls.ts';
import { lockPayment } from '../card-payments/payments-queries.ts';
import { payRefundsNow } from '../card-payments/pay-refunds.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import {
  findCreditReturns,
  insertCreditRequest,
  insertCreditReturn,
} from './credit-returns-queries.ts';
import { bookTopUpReturn, planCreditReturn, type CreditReturnPlan } from './plan-credit-return.ts';

/** The reason that is shown with each refund by the button. */
const REASON = 'Unspent credits given back';

export const showCreditParts = handler(rows.showCreditParts, async (context, { userId }) => {
  const { plan, way } = await decide(context, userId);
  return partsOf(plan, way);
});

/**
 * Refunds all unspent bought credits to the cards that paid for them, or makes a request to an operator if that is not
 * possible. A repeated call changes nothing, because it finds no credits left, or the waiting request.
 */
export const returnCredits = handler(
  rows.returnCredits,
  async (context, caller, { amount = null }) => {
    await countCardCall(context, caller.userId);
    const owed = await inTransaction(context.db, async (db): Promise<Payment[]> => {
      await lockAccount(db, caller.userId);
      const { plan, way } = await decide({ ...context, db }, caller.userId);
      if (way.way === 'closed') {
        if (way.bar === 'asked' || way.bar === 'nothing') return [];
        const code = way.bar === 'disputed' ? 'DISPUTED' : 'INVALID_TRANSITION';
        throw new Rejection(code, creditReturnSentence(way));
      }
      if (way.way === 'ask') {
        await insertCreditRequest(db, caller.userId);
        return [];
      }
      if (amount !== null && amount !== toCardsOf(plan).total) {
        throw new Rejection('AMOUNT_MISMATCH', 'This is not what is left of your bought credits');
      }
      return giveBack({ ...context, db }, caller, plan);
    });
    for (const payment of owed) await payRefundsNow(context, payment);
    const { plan, way } = await decide(context, caller.userId);
    return partsOf(plan, way);
  },
);

async function giveBack(
  { db, log }: Context<Transaction>,
  { userId }: Caller,
  plan: CreditReturnPlan,
): Promise<Payment[]> {
  await bookPlan(db, plan, REASON);
  await insertCreditReturn(db, userId);
  log.info(
    { event: 'credits_given_back', userId, amount: toCardsOf(plan).total },
    'A user returned unspent credits: refunding them to the payment cards that bought them',
  );
  return plan.topUps.map(({ payment }) => payment);
}

/** Books all returns of a plan that go to cards. Locks the payments in the order of their ids. */
export async function bookPlan(
  db: Transaction,
  { topUps }: CreditReturnPlan,
  reason: string,
): Promise<void> {
  const inOrder = topUps.toSorted((a, b) => (a.payment.id < b.payment.id ? -1 : 1));
  for (const one of inOrder) {
    await lockPayment(db, one.payment.id);
    await bookTopUpReturn(db, one, reason);
  }
}

async function decide(
  context: Pick<Context, 'db' | 'cardProvider'>,
  userId: string,
): Promise<{ plan: CreditReturnPlan; way: CreditReturnWay }> {
  const [plan, { returned, isAsked }] = await Promise.all([
    planCreditReturn(context, userId),
    findCreditReturns(context.db, userId),
  ]);
  const way = wayOfCreditReturn({
    ...plan,
    onCards: sum(...plan.topUps.map(({ credits }) => credits)),
    returned,
    isAsked,
  });
  return { plan, way };
}

/** The sums of all returns of a plan that go to cards. */
export function toCardsOf({ topUps }: CreditReturnPlan): CreditParts['toCards'] {
  return {
    credits: sum(...topUps.map(({ credits }) => credits)),
    fees: sum(...topUps.map(({ fee }) => fee)),
    gifts: sum(...topUps.map(({ gift }) => gift)),
    total: sum(...topUps.map(({ total }) => total)),
  };
}

function partsOf(plan: CreditReturnPlan, way: CreditReturnWay): CreditParts {
  return {
    bought: plan.bought,
    earned: plan.earned,
    toCards: toCardsOf(plan),
    cardless: plan.cardless,
    way: way.way,
    message: creditReturnSentence(way),
  };
}
