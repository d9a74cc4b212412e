// Handles returns that need an operator's approval: the buyer requests a return, and an operator decides. After an
// approval the buyer still makes the return, because selling a drop's packs again needs the secrets of the buyer's
// tickets (docs/product.md §6).
import * as rows from '#contract/checkout-refunds.ts';
import type { PackReturn } from '#contract/wallet.ts';
import { Rejection } from '#domain/rejection.ts';
import { wayOfReturn } from '#domain/returns.ts';
import type * as z from 'zod/mini';
import { notify } from '../accounts/notify.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { findPaymentOf, isChargedBack } from '../card-payments/payments-queries.ts';
import { withPayment } from '../card-payments/with-payment.ts';
import { countSealedOfOrder } from '../stock/places-queries.ts';
import { handler } from '../http/handler.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { returnDecidedMail } from '../mail/templates/return-decided.ts';
import {
  decideReturnRequest,
  findReturnCase,
  findReturnRequest,
  insertReturnRequest,
  type ReturnRequestRow,
} from '../wallet/returns-queries.ts';
import { returnOf } from '../wallet/show-transaction.ts';
import { findRefundable } from './refund-order.ts';

/** Requests a return. If the same request is repeated while it waits, the response is the same. */
export const requestReturn = handler(
  rows.requestReturn,
  async (context, caller, { id, reason }): Promise<PackReturn> => {
    const payment = await findRefundable(context, caller, id);
    if (payment.userId !== caller.userId) throw new Rejection('NOT_FOUND');
    if (payment.purpose !== 'order') throw new Rejection('INVALID_TRANSITION');
    return withPayment(context, payment, async ({ db }) => {
      const orderId = payment.subjectId;
      if (await isChargedBack(db, payment.id)) throw new Rejection('DISPUTED');
      if ((await countSealedOfOrder(db, orderId)) === 0) {
        throw new Rejection('INVALID_TRANSITION', 'All packs of this purchase are opened');
      }
      const found = wayOfReturn(await findReturnCase(db, orderId));
      if (found.way === 'open') {
        throw new Rejection('INVALID_TRANSITION', 'These packs can be returned without asking');
      }
      if (found.bar === 'asked') return returnOf(found);
      if (found.way === 'closed')
        throw new Rejection('INVALID_TRANSITION', returnOf(found).message!);
      await insertReturnRequest(db, orderId, reason);
      return returnOf(wayOfReturn(await findReturnCase(db, orderId)));
    });
  },
);

/** Decides a request for a return. If a decision is repeated, nothing changes. */
export const decideReturn = handler(
  rows.decideReturn,
  async (context, caller, { id, decision, reason }) => {
    const payment = await findPaymentOf(context.db, 'order', id);
    if (payment === null) throw new Rejection('NOT_FOUND');
    return withPayment(context, payment, async (inside) => {
      const { db } = inside;
      const isDecided = await decideReturnRequest(db, id, decision);
      const request = await findReturnRequest(db, id);
      if (request === null) throw new Rejection('NOT_FOUND');
      if (!isDecided) {
        if (request.state === decision) return presentReturnRequest(request);
        throw new Rejection('INVALID_TRANSITION', 'Somebody has decided about this return already');
      }
      const { description, userId } = payment;
      const isGranted = decision === 'granted';
      const mail = returnDecidedMail({
        isGranted,
        description,
        reason,
        head: letterheadOf(inside),
      });
      await notify(inside, userId, 'always', mail, `return of ${id} decided`);
      await recordAuditEntry(inside, caller, {
        action: 'decide_return',
        subject: { kind: 'order', id },
        after: { decision, reason },
      });
      return presentReturnRequest(request);
    });
  },
);

/** Maps a row of `return_requests` to the operators' response. */
export function presentReturnRequest(row: ReturnRequestRow): z.output<typeof rows.returnRequest> {
  return { state: row.state, reason: row.reason, askedAt: row.asked_at, decidedAt: row.decided_at };
}
