// Plans how much of a user's bought credits can be given back, and to which cards (docs/product.md
// §6).
import { creditLots, type CreditLots } from '#domain/credit-lots.ts';
import { returnedTopUp } from '#domain/ledger.ts';
import { difference, least, sum, ZERO, type Cents } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { quoteTopUpRefund, type TopUpLeft } from '#domain/top-up.ts';
import { bookTakeBack } from '../card-payments/book-take-back.ts';
import { findPaymentOf, isChargedBack } from '../card-payments/payments-queries.ts';
import {
  insertRefund,
  sumDebtsOf,
  sumRefundsOf,
  sumTakenBack,
} from '../card-payments/refunds-queries.ts';
import type { Database, Transaction } from '#engine/database.ts';
import { findCredits, findDebt } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findTopUp, listCreditMovements, listLostTopUps } from './top-ups-queries.ts';

/**
 * The part of one top-up that is given back. `gift` has the credits that an operator added because
 * of the top-up; they are taken away as well, but no money is paid for them.
 */
export type TopUpReturn = {
  payment: Payment;
  credits: Cents;
  fee: Cents;
  total: Cents;
  gift: Cents;
};

/** How much of a user's credits can be given back now. */
export type CreditReturnPlan = {
  bought: Cents;
  earned: Cents;
  debt: Cents;
  /** The returns of the top-ups, oldest top-up first. */
  topUps: TopUpReturn[];
  /** Bought credits that can't be refunded to any card. An operator pays them in another way. */
  cardless: Cents;
};

/** Plans the return of a user's credits. A caller that books the plan must have locked the user's account. */
export async function planCreditReturn(
  { db, cardProvider }: Pick<Context, 'db' | 'cardProvider'>,
  userId: string,
): Promise<CreditReturnPlan> {
  const [account, debt] = await Promise.all([findCredits(db, userId), findDebt(db, userId)]);
  assert(account !== null, 'every user has a ledger account');
  const { balance, bought } = account;
  const plan = { bought, earned: difference(balance, bought), debt };
  const topUps: TopUpReturn[] = [];
  let cardless = ZERO;
  const lots = bought === 0 ? [] : await listLots(db, userId);
  for (const { topUpId, left, gift } of lots) {
    const payment = topUpId && (await findPaymentOf(db, 'top_up', topUpId));
    if (!payment) {
      cardless = sum(cardless, left);
      continue;
    }
    // Skips a payment whose money the bank has taken back, or may still take back.
    if (await isChargedBack(db, payment.id)) continue;
    const back = await quoteReturn(db, payment, left);
    if (cardProvider === null) cardless = sum(cardless, back.credits);
    else if (back.credits > 0) topUps.push({ payment, ...back, gift });
  }
  return { ...plan, topUps, cardless };
}

/** Returns what is left of the credits that operators gave because of a payment's top-up. */
export async function findGift(db: Database, payment: Payment): Promise<Cents> {
  const { gifts } = await readLots(db, payment.userId);
  return gifts.get(payment.subjectId) ?? ZERO;
}

async function readLots(db: Database, userId: string): Promise<CreditLots> {
  const [movements, lost] = await Promise.all([
    listCreditMovements(db, userId),
    listLostTopUps(db, userId),
  ]);
  return creditLots(movements, lost);
}

/** Lists what is left of the bought credits of each top-up. All lots of a top-up are added up. */
async function listLots(
  db: Database,
  userId: string,
): Promise<{ topUpId: string | null; left: Cents; gift: Cents }[]> {
  const { bought, gifts } = await readLots(db, userId);
  const ids = [...new Set(bought.map(({ topUpId }) => topUpId))];
  return ids.map((topUpId) => ({
    topUpId,
    left: sum(...bought.filter((lot) => lot.topUpId === topUpId).map((lot) => lot.left)),
    gift: gifts.get(topUpId ?? '') ?? ZERO,
  }));
}

async function quoteReturn(
  db: Database,
  payment: Payment,
  left: Cents,
): Promise<{ credits: Cents; fee: Cents; total: Cents }> {
  const [refunded, topUp] = await Promise.all([
    sumRefundsOf(db, payment.id),
    findTopUpLeft(db, payment),
  ]);
  const money = difference(payment.amount, refunded);
  const { credits, fee, total } = quoteTopUpRefund(topUp, {
    amount: null,
    left: money,
    balance: left,
  });
  return { credits, fee, total };
}

/** Returns the part of a top-up that no refund has taken back, without the amount that the user owes for it. */
export async function findTopUpLeft(db: Database, payment: Payment): Promise<TopUpLeft> {
  const [topUp, taken, owed] = await Promise.all([
    findTopUp(db, payment.subjectId),
    sumTakenBack(db, payment),
    sumDebtsOf(db, payment.id),
  ]);
  assert(topUp !== null, 'a payment for credits has its top-up');
  const of = (account: string) => taken.get(account) ?? ZERO;
  const credits = difference(topUp.amount, of(payment.userId));
  return {
    credits: difference(credits, least(credits, owed)),
    fee: difference(topUp.fee, of('house:fees')),
  };
}

/** Books the return of one top-up. From then on, the shop owes this money to the card. */
export async function bookTopUpReturn(
  db: Transaction,
  { payment, ...back }: TopUpReturn,
  reason: string,
): Promise<void> {
  const refundId = await insertRefund(db, payment.id, back.total, reason);
  await bookTakeBack(db, payment, refundId, returnedTopUp(payment.userId, back));
}
