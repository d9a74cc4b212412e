// A refund that a card did not take is paid again: to the card once more, or in credits.
import * as rows from '#contract/wallet-admin.ts';
import { decimalOf } from '#domain/decimals.ts';
import { refundInPlace } from '#domain/ledger.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { isErased } from '../../accounts/deletions-queries.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { findPaymentById, isDisputed } from '../../card-payments/payments-queries.ts';
import {
  findRefund,
  insertRefund,
  insertRefundInCredits,
  replaceRefund as storeReplacement,
  type RefundRow,
} from '../../card-payments/refunds-queries.ts';
import { endRefunded, payRefundsNow, settleRefunds } from '../../card-payments/settle-refunds.ts';
import { withPayment } from '../../card-payments/with-payment.ts';
import type { Transaction } from '../../database/database.ts';
import { verb } from '../../http/verb.ts';
import { postJournal } from '../../ledger/post.ts';
import { CardRefusal } from '../../runtime/card-provider.ts';
import type { Context, Payment } from '../../runtime/context.ts';
import { refundOf } from '../show-refund.ts';

/** Asked for again, it answers what took its place. */
export const replaceRefund = verb(
  rows.replaceRefund,
  async (context, caller, { id, method, reason }) => {
    const known = await findRefund(context.db, id);
    const payment = known && (await findPaymentById(context.db, known.payment_id));
    if (payment === null) throw new Rejection('NOT_FOUND');
    if (method === 'card' && context.cardProvider === null) {
      throw new Rejection('INVALID_TRANSITION', 'Card payments are not available');
    }
    if (method === 'credits' && context.cardProvider !== null) {
      await hearOfRefunds(context, payment);
    }
    const newId = await withPayment(context, payment, async (inside, locked) => {
      const { db } = inside;
      const refund = (await findRefund(db, id))!;
      if (refund.replaced_by !== null) {
        const other = (await findRefund(db, refund.replaced_by))!;
        if (other.method !== method) throw new Rejection('INVALID_TRANSITION', NOT_FAILED);
        return other.id;
      }
      if (refund.state !== 'failed') throw new Rejection('INVALID_TRANSITION', NOT_FAILED);
      // The cardholder has the money from the bank, or may get it.
      if (await isDisputed(db, payment.id)) throw new Rejection('DISPUTED', HAS_BANK);
      const madeId = await (method === 'card'
        ? insertRefund(db, payment.id, refund.amount, reason)
        : credit(db, locked, refund, reason));
      await storeReplacement(db, id, madeId);
      await endRefunded(db, locked);
      await recordAuditEntry(inside, caller, {
        action: 'replace_refund',
        subject: { kind: 'refund', id },
        after: { method, amount: decimalOf(refund.amount) },
      });
      return madeId;
    });
    if (method === 'card') await payRefundsNow(context, payment);
    const made = await findRefund(context.db, newId);
    assert(made !== null, 'what was stored is there');
    return refundOf(context.db, made);
  },
);

/** Somebody may have paid it at the provider's own pages. Of a payment that is unknown there, nobody has. */
async function hearOfRefunds(context: Context, payment: Payment): Promise<void> {
  try {
    await settleRefunds(context, payment);
  } catch (error) {
    if (!(error instanceof CardRefusal) || error.status !== 404) throw error;
  }
}

const HAS_BANK = 'The bank has taken the money of this payment back. It can’t be refunded as well';
const NOT_FAILED = 'Only a refund that failed can be paid again';

async function credit(
  db: Transaction,
  payment: Payment,
  { amount }: RefundRow,
  reason: string,
): Promise<string> {
  if (await isErased(db, payment.userId)) {
    throw new Rejection('INVALID_TRANSITION', 'The account was erased');
  }
  const id = await insertRefundInCredits(db, payment.id, amount, reason);
  await postJournal(db, {
    id,
    kind: 'refund',
    referenceId: id,
    userId: payment.userId,
    description: payment.description,
    transfers: refundInPlace(payment.userId, amount),
  });
  return id;
}
