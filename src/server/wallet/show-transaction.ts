import * as rows from '#contract/wallet.ts';
import type { PackReturn, TransactionDetail } from '#contract/wallet.ts';
import { isAdmitted, type Caller } from '#domain/access.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import { isUndecided } from '#domain/payment.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  returnBarSentence,
  returnEndSentence,
  wayOfReturn,
  type ReturnWay,
} from '#domain/returns.ts';
import { confirmForViewer } from '../card-payments/limit-card-calls.ts';
import { findPaymentByIntentId, isChargedBack } from '../card-payments/payments-queries.ts';
import { sumRefundsOf } from '../card-payments/refunds-queries.ts';
import { countSealedOfOrder } from '../stock/places-queries.ts';
import type { Database } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findReturnCase } from './returns-queries.ts';
import {
  findTransaction,
  listRefundTransactions,
  type TransactionRow,
} from './transactions-queries.ts';
import { transactionOf } from './transaction.ts';

/**
 * Shows a transaction. The browser calls this directly after the payment, often before the webhook
 * arrives. So this handler confirms an unconfirmed payment, too.
 */
export const showTransaction = handler(rows.showTransaction, async (context, caller, { id }) => {
  const found = await readTransaction(context.db, caller, id);
  const isUnconfirmed =
    found.payment_state !== null && isUndecided(found.payment_state) && found.intent_id !== null;
  if (!isUnconfirmed || (await confirmForViewer(context, found.intent_id!)) === null) {
    return detailOf(context, found);
  }
  return detailOf(context, await readTransaction(context.db, caller, id));
});

/**
 * A transaction with its refunds, and with the amount of its card payment that can still be
 * refunded.
 */
async function detailOf(context: Context, row: TransactionRow): Promise<TransactionDetail> {
  const transaction = transactionOf(row);
  const isSale = BOUGHT.includes(row.kind) && row.intent_id !== null;
  const payment = isSale ? await findPaymentByIntentId(context.db, row.intent_id!) : null;
  if (payment === null) {
    return { ...transaction, refundablePacks: 0, packReturn: null, refunds: [] };
  }
  const [refunds, refundablePacks] = await Promise.all([
    listRefundTransactions(context.db, payment.id),
    countRefundable(context, payment),
  ]);
  const packReturn =
    refundablePacks === 0
      ? null
      : returnOf(wayOfReturn(await findReturnCase(context.db, payment.subjectId)));
  return { ...transaction, refundablePacks, packReturn, refunds: refunds.map(transactionOf) };
}

/** Describes to the buyer how sealed packs can be returned. */
export function returnOf(found: ReturnWay): PackReturn {
  const untilMs = found.way === 'closed' ? null : found.untilMs;
  return {
    way: found.way,
    until: untilMs === null ? null : new Date(untilMs),
    message: found.way === 'open' ? returnEndSentence(found) : returnBarSentence(found),
  };
}

/** The kinds of transactions that can be refunded. */
const BOUGHT: readonly JournalKind[] = ['pack_purchase', 'shipping_fee', 'credit_purchase'];

/**
 * Counts the packs of an order that can still be returned for a refund. Returns zero if a refund would be rejected,
 * because the packs are opened or returned, or the money was refunded.
 */
async function countRefundable(
  { db, cardProvider }: Context,
  { id, purpose, subjectId, state, amount }: Payment,
): Promise<number> {
  if (purpose !== 'order' || state !== 'succeeded' || cardProvider === null) return 0;
  const [disputed, refunded, sealed] = await Promise.all([
    isChargedBack(db, id),
    sumRefundsOf(db, id),
    countSealedOfOrder(db, subjectId),
  ]);
  return disputed || refunded >= amount ? 0 : sealed;
}

/**
 * Finds a transaction that the caller may see. A caller may see their own transactions, and a
 * moderator any transaction. Rejects with NOT_FOUND.
 */
export async function readTransaction(
  db: Database,
  caller: Caller,
  id: string,
): Promise<TransactionRow> {
  const found = await findTransaction(db, id);
  const isSeen =
    found !== null && (found.user_id === caller.userId || isAdmitted(caller.rights, 'support'));
  if (!isSeen) throw new Rejection('NOT_FOUND');
  return found;
}
