// Account deletion: what must be finished before it, and when the account is deleted (docs/product.md §8).
import type { Cents } from './money.ts';
import { isUndecided, type PaymentState } from './payment.ts';
import { Rejection } from './rejection.ts';
import type { ShipmentState } from './shipping.ts';

/** The number of days in which a user can still cancel the deletion of their account (docs/product.md §8). */
export const GRACE_DAYS = 14;

/**
 * With `payment`, a card may still be charged. With `refund`, money is on its way back to a card. With `shipment`, a
 * parcel is on its way. With `dispute`, a bank has not decided about a payment. With `debt`, the user owes for a
 * payment that their bank took back.
 */
export const OBLIGATION_KINDS = ['payment', 'refund', 'shipment', 'dispute', 'debt'] as const;
type ObligationKind = (typeof OBLIGATION_KINDS)[number];

/**
 * Something to finish before an account can be deleted. `id` is the id of the payment, shipment or dispute. For a
 * debt, it is the user's id.
 */
export type Obligation = {
  kind: ObligationKind;
  id: string;
  /** The state of the shipment. Null for other kinds. */
  shipmentState: ShipmentState | null;
  description: string;
  amount: Cents | null;
  since: Date;
};

/** A recorded card payment. `refundOwed` is the amount still owed to the card, or null if nothing is owed. */
export type StandingPayment = {
  id: string;
  state: PaymentState;
  description: string;
  amount: Cents;
  refundOwed: Cents | null;
  createdAt: Date;
};

export type StandingShipment = {
  id: string;
  state: ShipmentState;
  cards: number;
  createdAt: Date;
};

/** An undecided dispute, or the account's debt. A debt's id is its user's id. */
export type StandingClaim = {
  kind: 'dispute' | 'debt';
  id: string;
  description: string;
  amount: Cents;
  since: Date;
};

/**
 * States of shipments that block a deletion. An unpaid shipment is not among them, because its payment already
 * blocks the deletion. A delivered shipment blocks nothing.
 */
const UNDER_WAY: readonly ShipmentState[] = ['requested', 'packed', 'shipped'];

/** What prevents an account from being deleted, oldest first. */
export function obligationsOf(
  payments: readonly StandingPayment[],
  shipments: readonly StandingShipment[],
  claims: readonly StandingClaim[] = [],
): Obligation[] {
  return [
    ...claims.map((claim) => ({ ...claim, shipmentState: null })),
    ...payments.flatMap(obligationOfPayment),
    ...shipments
      .filter(({ state }) => UNDER_WAY.includes(state))
      .map(({ id, state, cards, createdAt }) => ({
        kind: 'shipment' as const,
        id,
        shipmentState: state,
        description: `A shipment of ${withPlural(cards, 'card')}`,
        amount: null,
        since: createdAt,
      })),
  ].toSorted((one, other) => one.since.getTime() - other.since.getTime());
}

function obligationOfPayment(payment: StandingPayment): Obligation[] {
  const { id, state, description, createdAt: since } = payment;
  if (isUndecided(state)) {
    return [
      { kind: 'payment', id, shipmentState: null, description, amount: payment.amount, since },
    ];
  }
  // A payment in `refund_due` is owed in full even before its refund is recorded.
  const owed = payment.refundOwed ?? (state === 'refund_due' ? payment.amount : null);
  if (owed === null) return [];
  return [{ kind: 'refund', id, shipmentState: null, description, amount: owed, since }];
}

/** Rejects with INVALID_TRANSITION while there are obligations, and lists these obligations in `details`. */
export function refuseToLeave(obligations: readonly Obligation[]): void {
  if (obligations.length === 0) return;
  throw new Rejection('INVALID_TRANSITION', {
    sentence: `Your account can't be deleted yet: ${describeObligations(obligations)}.`,
    details: obligations.map(({ kind, id, description, since }) => ({
      kind,
      id,
      description,
      since: since.toISOString(),
    })),
  });
}

/**
 * "1 card payment is not decided and 2 shipments are on their way". A shipment that was not sent yet "waits to be
 * sent".
 */
function describeObligations(obligations: readonly Obligation[]): string {
  const count = (kind: ObligationKind) => obligations.filter((one) => one.kind === kind).length;
  const [payments, refunds, disputes] = [count('payment'), count('refund'), count('dispute')];
  const sent = obligations.filter((one) => one.shipmentState === 'shipped').length;
  const unsent = count('shipment') - sent;
  const words = [
    disputes > 0 && `${withPlural(disputes, 'payment')} ${isOrAre(disputes)} disputed at your bank`,
    count('debt') > 0 && 'you owe the shop for a payment whose money went back to you',
    payments > 0 && `${withPlural(payments, 'card payment')} ${isOrAre(payments)} not decided`,
    refunds > 0 &&
      `${withPlural(refunds, 'refund')} ${isOrAre(refunds)} on ${itsOrTheir(refunds)} way to your card`,
    unsent > 0 && `${withPlural(unsent, 'shipment')} ${unsent === 1 ? 'waits' : 'wait'} to be sent`,
    sent > 0 && `${withPlural(sent, 'shipment')} ${isOrAre(sent)} on ${itsOrTheir(sent)} way`,
  ].filter((one) => one !== false);
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
}

function withPlural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function isOrAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function itsOrTheir(count: number): string {
  return count === 1 ? 'its' : 'their';
}
