// Looking at a cart before paying: what it costs, and whether it can be bought at all.
import * as rows from '#contract/checkout.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { CURRENCY } from '#domain/money.ts';
import {
  checkLimits,
  checkStock,
  priceOrder,
  quantityMax,
  refusalOf,
  withoutReserved,
} from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { asksFor } from '../accounts/consents.ts';
import { paymentMethodsOf } from '../card-payments/begin-payment.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { verb } from '../http/verb.ts';
import { findBalance, findPause } from '../ledger/ledger-accounts-queries.ts';
import { chargesOf, taxesOfBuyer } from './charges.ts';
import { findDiscount } from './discount-codes-queries.ts';
import { readCart } from './read-cart.ts';

export const calculateTotal = verb(rows.calculateTotal, async (context, caller, input) => {
  const { db } = context;
  const wanted = await readCart(db, input.packs);
  const [offers, discount, taxes] = await Promise.all([
    listOffers(
      db,
      caller.userId,
      wanted.map((line) => line.packTypeId),
    ),
    input.discountCode ? findDiscount(db, caller.userId, input.discountCode) : null,
    taxesOfBuyer(context, caller.userId, input.region),
  ]);
  if (input.discountCode && discount === null) throw new Rejection('DISCOUNT_CODE_INVALID');
  const method = input.paymentMethod ?? 'stripe';
  const { quote } = priceOrder(wanted, offers, discount, method, chargesOf(context, taxes));
  return { ...quote, region: taxes.region, needsRegion: !taxes.isKnown, currency: CURRENCY };
});

/** A cart that can't be bought is an answer here, not a rejection: only an unknown pack is one. */
export const checkEligibility = verb(rows.checkEligibility, async (context, caller, input) => {
  const { db, cardProvider } = context;
  const wanted = await readCart(db, input.packs);
  const [pause, offers, balance, taxes, { asks }] = await Promise.all([
    findPause(db, caller.userId),
    listOffers(
      db,
      caller.userId,
      wanted.map((line) => line.packTypeId),
      { withReserved: true },
    ),
    findBalance(db, caller.userId),
    taxesOfBuyer(context, caller.userId, input.region),
    asksFor(context, caller.userId),
  ]);
  const charges = chargesOf(context, taxes);
  const { quote, lines } = priceOrder(wanted, offers, null, 'balance', charges);
  const free = withoutReserved(offers);
  const reason = refusalOf(() => {
    refuseWhilePaused(pause);
    checkLimits(wanted, free);
    checkStock(wanted, free);
  });
  return {
    eligible: reason === null,
    ineligibilityReason: reason,
    availablePaymentMethods: paymentMethodsOf(cardProvider),
    hasInsufficientBalance: balance < quote.total,
    totalCost: quote.total,
    asks,
    lines: lines.map(({ packTypeId, quantity, unitPrice }, at) => ({
      packTypeId,
      name: free.find((offer) => offer.packTypeId === packTypeId)!.name,
      price: unitPrice,
      quantity,
      quantityMax: quantityMax(wanted[at]!, free),
      ineligibilityReason: refusalOf(() => {
        checkLimits([wanted[at]!], free);
        checkStock([wanted[at]!], free);
      }),
    })),
  };
});
