// Requests a shipment of cards. The user pays with credits at once, or with a card payment that has
// succeeded.
import { randomUUID } from 'node:crypto';
import * as rows from '#contract/shipping.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { sum } from '#domain/money.ts';
import { isUndecided } from '#domain/payment.ts';
import { regionOf } from '#domain/region.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import {
  cardIdsOfGroups,
  shippingByBalance,
  type CardGroup,
  type ShippingAddress,
} from '#domain/shipping.ts';
import { checkCountry } from '../accounts/country.ts';
import {
  endOpenPaymentsAtOwnWish,
  hasUndecidedPayments,
} from '../card-payments/begin-only-payment.ts';
import { countCardCall } from '../card-payments/limit-card-calls.ts';
import { needCardProvider } from '../card-payments/begin-payment.ts';
import { findPaymentByIntentId } from '../card-payments/payments-queries.ts';
import { confirmIntent } from '../card-payments/confirm-payment.ts';
import { markCardsShipped } from '../stock/physical-cards-queries.ts';
import type { Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { postJournal } from '../ledger/post.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';
import { lockAccount, lockAccountToSpend } from '../ledger/ledger-accounts-queries.ts';
import type { Context, Payment } from '../runtime/context.ts';
import { findPostalCodeOfSale } from '../taxes/tax-calculations-queries.ts';
import { checkParcel } from './check-parcel.ts';
import { mailShipmentState } from './mail-shipment-state.ts';
import { presentShipment } from './present-shipment.ts';
import {
  findShipment,
  insertShipment,
  lockShipment,
  updateShipmentAddress,
  type ShipmentRow,
} from './shipments-queries.ts';
import { findQuote } from './shipping-quotes-queries.ts';
import { asksForTax, prepareTax } from './prepare-tax.ts';
import { taxToPay } from './tax-on-fee.ts';
import { describeShipment, lockShippableCards } from './take-cards.ts';
import { findSeenQuote, isForPlace, takeQuote } from './take-quote.ts';

type ShipmentRequest = Input<typeof rows.requestShipment>;

/**
 * Calls to other servers that are made before the transaction. If the user pays with credits, they end an open card
 * payment, so that nothing is paid twice, and prepare the tax. If the user has paid by card, and the shop doesn't know
 * yet whether that succeeded, they read the payment's state from the provider.
 */
const prepareShipment = {
  isDue: async (
    context: Context<Transaction>,
    userId: string,
    request: ShipmentRequest,
  ): Promise<boolean> =>
    request.paymentMethod !== 'balance' ||
    (await hasUndecidedPayments(context, userId, 'shipment')) ||
    asksForTax(context),
  run: async (context: Context, caller: Caller, request: ShipmentRequest): Promise<void> => {
    if (request.paymentMethod === 'balance') {
      if (await hasUndecidedPayments(context, caller.userId, 'shipment')) {
        await endOpenPaymentsAtOwnWish(context, caller.userId, 'shipment');
      }
      return prepareTax(context, caller.userId, request);
    }
    needCardProvider(context);
    const payment = await findOwnPayment(context, caller.userId, request.paymentIntentId!);
    if (!isUndecided(payment.state)) return;
    await countCardCall(context, caller.userId);
    await confirmIntent(context, payment.intentId!);
  },
};

export const requestShipment = handler(rows.requestShipment, {
  before: prepareShipment,
  answer: async (context, caller, request) => {
    checkCountry(request.shippingAddress.country, 'shippingAddress.country');
    const id =
      request.paymentMethod === 'balance'
        ? await payWithCredits(context, caller.userId, request)
        : await takeUpPayment(context, caller.userId, request);
    const shipment = await findShipment(context.db, id);
    return presentShipment(context, shipment!);
  },
});

async function payWithCredits(
  context: Context<Transaction>,
  userId: string,
  request: ShipmentRequest,
): Promise<string> {
  const { db } = context;
  // Locks the account before any card, as all transactions do.
  const { balance, pause } = await lockAccountToSpend(db, userId);
  refuseWhilePaused(pause);
  const seen = await findSeenQuote(db, userId, request.quoteId);
  const cards = await lockShippableCards(db, userId, request.cardGroups);
  const address = seen?.parcelAddress ?? request.shippingAddress;
  const quote = await takeQuote(context, seen, { userId, cards }, address);
  const id = randomUUID();
  const { total } = quote.offer.fee;
  const paying = { userId, fee: total, shipmentId: id };
  const { tax, ...ofFee } = await taxToPay(context, paying, address);
  if (balance < sum(total, tax)) {
    throw new Rejection(
      'INSUFFICIENT_BALANCE',
      "You don't have enough balance to pay for shipping. Please use Stripe payment.",
    );
  }
  const cardIds = cards.map((card) => card.id);
  const transfers = shippingByBalance(userId, total, ofFee.taxes);
  await Promise.all([
    insertShipment(db, {
      id,
      userId,
      state: 'requested',
      paymentMethod: 'balance',
      quote,
      ...ofFee,
      address,
      cardIds,
    }),
    markCardsShipped(db, cardIds),
    transfers.length > 0 &&
      postJournal(db, {
        kind: 'shipping_fee',
        referenceId: id,
        userId,
        description: describeShipment(cardIds.length),
        transfers,
      }),
  ]);
  await compareWithExcluded(context, userId);
  await mailShipmentState(context, id);
  await checkParcel(context, { id, goesWithId: quote.beside?.shipmentId ?? null, userId, address });
  return id;
}

/**
 * Confirms the shipment that its card payment requested when it arrived. The address in this request replaces the
 * shipment's address. If the request is repeated, returns the existing shipment.
 */
async function takeUpPayment(
  context: Context<Transaction>,
  userId: string,
  request: ShipmentRequest,
): Promise<string> {
  const { db } = context;
  await lockAccount(db, userId);
  const payment = await findOwnPayment(context, userId, request.paymentIntentId!);
  if (payment.purpose !== 'shipment') throw new Rejection('PAYMENT_INTENT_USED');
  const shipment = await lockShipment(db, payment.subjectId);
  assert(shipment !== null, 'a payment for a shipment has its shipment');
  if (!holdsExactly(shipment, request.cardGroups)) throw new Rejection('PAYMENT_INTENT_USED');
  if (payment.state === 'refund_due' || payment.state === 'refunded') {
    throw new Rejection(
      'PAYMENT_NOT_COMPLETED',
      'These cards can no longer be shipped. Your payment goes back to your card.',
    );
  }
  if (payment.state !== 'succeeded') throw new Rejection('PAYMENT_NOT_COMPLETED');
  await correctAddress(context, shipment, request.shippingAddress);
  return shipment.id;
}

async function findOwnPayment({ db }: Context, userId: string, intentId: string): Promise<Payment> {
  const payment = await findPaymentByIntentId(db, intentId);
  if (payment === null || payment.userId !== userId) throw new Rejection('NOT_FOUND');
  return payment;
}

function holdsExactly(shipment: ShipmentRow, groups: CardGroup[]): boolean {
  const held = new Set(shipment.cards.map((card) => `${card.openingId} ${card.cardId}`));
  const asked = groups.flatMap(({ packOpeningId, cardIds }) =>
    cardIds.map((cardId) => `${packOpeningId} ${cardId}`),
  );
  return cardIdsOfGroups(groups).length === held.size && asked.every((card) => held.has(card));
}

/**
 * Changes the address of a paid shipment. Does nothing if the shipment is packed or was added to a
 * parcel. Rejects if the new place has another fee or tax.
 */
async function correctAddress(
  { db }: Context<Transaction>,
  shipment: ShipmentRow,
  address: ShippingAddress,
): Promise<void> {
  if (shipment.state !== 'requested' || shipment.goes_with_id !== null) return;
  if (shipment.address!.country !== address.country) {
    const message = 'The country can’t be changed after the payment';
    throw Rejection.ofField('shippingAddress.country', message);
  }
  const quote = shipment.quote_id === null ? null : await findQuote(db, shipment.quote_id);
  const isElsewhere = quote !== null && !isForPlace(quote, address);
  const isTaxedElsewhere = shipment.region !== null && regionOf(address) !== shipment.region;
  if (isElsewhere || isTaxedElsewhere) {
    const message = 'The province or state can’t be changed after the payment';
    throw Rejection.ofField('shippingAddress.state', message);
  }
  if (await isTaxedByAnotherCode(db, shipment, address)) {
    const message = 'The postal code can’t be changed after the payment: the tax went by it';
    throw Rejection.ofField('shippingAddress.postalCode', message);
  }
  await updateShipmentAddress(db, shipment.id, address);
}

/**
 * Whether the new postal code changes the tax. In the United States the tax depends on the ZIP
 * code; in Canada it depends on the province alone.
 */
async function isTaxedByAnotherCode(
  db: Transaction,
  { id, region, address: before }: ShipmentRow,
  { country, postalCode }: ShippingAddress,
): Promise<boolean> {
  if (country !== 'US' || region === null || before?.postalCode === postalCode) return false;
  const toldBy = await findPostalCodeOfSale(db, id);
  return toldBy !== null && toldBy !== postalCode;
}
