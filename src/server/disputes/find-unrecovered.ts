import { difference, least, sum, ZERO, type Cents } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { hasLeft } from '#domain/shipping.ts';
import { sumDebtsOf, sumTakenBack, sumTwicePaid } from '../card-payments/refunds-queries.ts';
import type { Transaction } from '#engine/database.ts';
import type { Payment } from '../runtime/context.ts';
import { lockShipment, paidForShipment } from '../shipping/shipments-queries.ts';
import { findTopUp } from '../wallet/top-ups-queries.ts';
import { sumGone } from './disputes-queries.ts';

/**
 * Computes the value in cents that a user retains from a payment that a bank takes back, less the debt that the user
 * already has. It consists of bought things that have left, and of money that both a refund and the bank paid.
 * `disputeId`: the dispute that is being lost.
 */
export async function findUnrecovered(
  db: Transaction,
  payment: Payment,
  disputeId: string | null,
): Promise<Cents> {
  const [bought, twice, owed] = await Promise.all([
    payment.state === 'succeeded' ? findBought(db, payment) : ZERO,
    sumTwicePaid(db, payment.id, disputeId),
    sumDebtsOf(db, payment.id),
  ]);
  const retained = sum(bought, twice);
  return difference(retained, least(retained, owed));
}

/** The value in cents of what a payment bought and what has left since. */
async function findBought(db: Transaction, payment: Payment): Promise<Cents> {
  switch (payment.purpose) {
    case 'order':
      return sumGone(db, payment.subjectId);
    case 'shipment': {
      const shipment = await lockShipment(db, payment.subjectId);
      assert(shipment !== null, 'a payment for a shipment has its shipment');
      return hasLeft(shipment.state) ? paidForShipment(shipment) : ZERO;
    }
    case 'top_up': {
      const topUp = await findTopUp(db, payment.subjectId);
      assert(topUp !== null, 'a payment for credits has its top-up');
      const taken = await sumTakenBack(db, payment);
      return difference(topUp.amount, taken.get(payment.userId) ?? ZERO);
    }
  }
}
