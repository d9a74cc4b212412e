// Replaces a refund that a card did not accept, by another refund to the card or by credits. If the bank has paid the
// refund after all, closes it instead.
import * as rows from '#contract/wallet-admin.ts';
import { decimalOf } from '#domain/decimals.ts';
import { refundByTransfer, refundInPlace } from '#domain/ledger.ts';
import type { Cents } from '#domain/money.ts';
import { waysOfFailedRefund, type RefundMethod } from '#domain/refund.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { isErased } from '../../accounts/deletions-queries.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { closeRefund } from '../../card-payments/close-refund.ts';
import { findPaymentById } from '../../card-payments/payments-queries.ts';
import {
  findBankOf,
  findRefund,
  insertRefund,
  insertRefundInPlace,
  replaceRefund as storeReplacement,
  type RefundRow,
} from '../../card-payments/refunds-queries.ts';
import {
  endRefunded,
  payRefundsNow,
  bookRefunds,
  tellOfRefund,
} from '../../card-payments/pay-refunds.ts';
import { withPayment } from '../../card-payments/with-payment.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { postJournal } from '../../ledger/post.ts';
import { CardRefusal } from '../../runtime/card-provider.ts';
import type { Context, Payment } from '../../runtime/context.ts';
import { refundOf } from '../show-refund.ts';

/** Replaces a refund. If the request is repeated, returns the replacement that exists. */
export const replaceRefund = handler(
  rows.replaceRefund,
  async (context, caller, { id, method, reason, reference = null }) => {
    const known = await findRefund(context.db, id);
    const payment = known && (await findPaymentById(context.db, known.payment_id));
    if (payment === null) throw new Rejection('NOT_FOUND');
    if (method === 'card' && context.cardProvider === null) {
      throw new Rejection('INVALID_TRANSITION', 'Card payments are not available');
    }
    if (method !== 'card' && context.cardProvider !== null) await hear(context, payment);
    const newId = await withPayment(context, payment, async (inside, locked) => {
      const { db } = inside;
      const refund = (await findRefund(db, id))!;
      if (refund.replaced_by !== null) {
        const other = (await findRefund(db, refund.replaced_by))!;
        if (other.method !== method) throw new Rejection('INVALID_TRANSITION', NOT_FAILED);
        return other.id;
      }
      if (refund.state !== 'failed') throw new Rejection('INVALID_TRANSITION', NOT_FAILED);
      const amount = await decide(db, refund, method);
      const madeId =
        method === 'bank'
          ? await closeRefund(db, locked, refund, amount, reason)
          : await payAgain(db, locked, refund, { method, reason, reference });
      if (method === 'credits') {
        await tellOfRefund(inside, locked, { id: madeId, amount }, 'balance');
      }
      await endRefunded(db, locked);
      await recordAuditEntry(inside, caller, {
        action: 'replace_refund',
        subject: { kind: 'refund', id },
        after: { method, amount: decimalOf(amount), reason, ...(reference && { reference }) },
      });
      return madeId;
    });
    if (method === 'card') await payRefundsNow(context, payment);
    const made = await findRefund(context.db, newId);
    assert(made !== null, 'what was stored is there');
    return refundOf(context.db, made);
  },
);

/**
 * Reads a payment's refunds and disputes from the provider, because an operator may have paid the refund on the
 * provider's own pages, or the bank may have taken the payment back. A payment that the provider doesn't know has
 * neither refunds nor disputes.
 */
async function hear(context: Context, payment: Payment): Promise<void> {
  try {
    await bookRefunds(context, payment);
    if (payment.intentId !== null) await context.ports.updateDisputes(context, payment.intentId);
  } catch (error) {
    if (!(error instanceof CardRefusal) || error.status !== 404) throw error;
  }
}

const WAITS =
  'The payment is disputed. Until the bank has decided, nothing can be done about its refund';
const HAS_BANK = 'The bank has taken the money of this payment back. It can’t be refunded as well';
const NO_BANK = 'The bank has not paid this refund: no dispute of its payment is lost';
const NOT_FAILED = 'Only a refund that failed can be paid again';

/**
 * Returns the part of a refund that a method replaces. Rejects a method that would pay the cardholder twice, or never.
 */
async function decide(
  db: Transaction,
  { payment_id: paymentId, amount }: RefundRow,
  method: RefundMethod,
): Promise<Cents> {
  const bank = await findBankOf(db, paymentId);
  if (bank.dispute === 'open') throw new Rejection('DISPUTED', WAITS);
  const { canBePaid, paidByBank } = waysOfFailedRefund(amount, bank);
  if (method === 'bank') {
    if (paidByBank === 0) throw new Rejection('INVALID_TRANSITION', NO_BANK);
    return paidByBank;
  }
  if (!canBePaid) throw new Rejection('DISPUTED', HAS_BANK);
  return amount;
}

async function payAgain(
  db: Transaction,
  payment: Payment,
  refund: RefundRow,
  way: { method: Exclude<RefundMethod, 'bank'>; reason: string; reference: string | null },
): Promise<string> {
  const id =
    way.method === 'card'
      ? await insertRefund(db, payment.id, refund.amount, way.reason)
      : await payInPlace(db, payment, refund, { ...way, method: way.method });
  await storeReplacement(db, refund.id, id);
  return id;
}

/** Pays a refund in credits, or records that an operator paid it in another way. */
async function payInPlace(
  db: Transaction,
  payment: Payment,
  { amount }: RefundRow,
  way: { method: 'credits' | 'transfer'; reason: string; reference: string | null },
): Promise<string> {
  const { userId, description } = payment;
  if (way.method === 'credits' && (await isErased(db, userId))) {
    throw new Rejection('INVALID_TRANSITION', 'The account was erased');
  }
  const id = await insertRefundInPlace(db, payment.id, { ...way, amount });
  await postJournal(db, {
    id,
    kind: 'refund',
    referenceId: id,
    userId,
    description,
    transfers: way.method === 'credits' ? refundInPlace(userId, amount) : refundByTransfer(amount),
  });
  return id;
}
