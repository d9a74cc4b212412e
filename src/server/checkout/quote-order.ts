// Checks a cart before payment: what it costs, and whether it can be bought.
import { checkNotClosed, isSoldIn } from '#domain/sales-places.ts';
import * as rows from '#contract/checkout.ts';
import { refuseBarred } from '#domain/break.ts';
import { refuseWhilePaused } from '#domain/dispute.ts';
import { CURRENCY } from '#domain/money.ts';
import {
  checkLimits,
  checkSingles,
  checkStaff,
  checkStock,
  quantityMax,
  refusalOf,
  withoutReserved,
} from '#domain/purchase.ts';
import { Rejection, SENTENCES } from '#domain/rejection.ts';
import { consentPromptsFor } from '../accounts/consents.ts';
import { paymentMethodsOf } from '../card-payments/begin-payment.ts';
import { listClosedToStaff } from '../drops/drops-queries.ts';
import { listSingleOffers } from '../singles/house-cards-queries.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { handler } from '../http/handler.ts';
import { findBalance, findPause } from '../ledger/ledger-accounts-queries.ts';
import { findSaleBar } from '../limits/breaks-queries.ts';
import { termsOfBuyer, quotePrice } from './charges.ts';
import { findDiscount } from './discount-codes-queries.ts';
import { readCart, readSingles } from './read-cart.ts';

export const calculateTotal = handler(rows.calculateTotal, async (context, caller, input) => {
  const { db } = context;
  const wanted = await readCart(db, input.packs);
  const [offers, singles, discount, taxes] = await Promise.all([
    listOffers(
      db,
      caller.userId,
      wanted.map((line) => line.packTypeId),
    ),
    readSingles(db, caller.userId, input.singles),
    input.discountCode ? findDiscount(db, caller.userId, input.discountCode) : null,
    termsOfBuyer(context, caller.userId, input.region),
  ]);
  if (input.discountCode && discount === null) throw new Rejection('DISCOUNT_CODE_INVALID');
  checkSingles(singles);
  const method = input.paymentMethod ?? 'stripe';
  const cart = { userId: caller.userId, wanted, offers, singles, discount, method };
  const { quote, isTaxKnown } = await quotePrice(context, cart, taxes);
  return { ...quote, region: taxes.region, needsRegion: !isTaxKnown, currency: CURRENCY };
});

/** If a cart can't be bought, responds with all reasons instead of rejecting. Only an unknown pack makes it reject. */
export const checkEligibility = handler(rows.checkEligibility, async (context, caller, input) => {
  const { db } = context;
  const wanted = await readCart(db, input.packs);
  const typeIds = wanted.map((line) => line.packTypeId);
  const ids = [...new Set((input.singles ?? []).map((id) => id.toLowerCase()))];
  const [pause, bar, offers, known, closed, balance, taxes, { asks }] = await Promise.all([
    findPause(db, caller.userId),
    findSaleBar(db, caller.userId),
    listOffers(db, caller.userId, typeIds, { withReserved: true }),
    listSingleOffers(db, caller.userId, ids),
    listClosedToStaff(db, caller.userId, typeIds),
    findBalance(db, caller.userId),
    termsOfBuyer(context, caller.userId, input.region),
    consentPromptsFor(context, caller.userId, input.region),
  ]);
  const cart = {
    userId: caller.userId,
    wanted,
    offers,
    singles: known.filter(({ isOnSale }) => isOnSale),
    discount: null,
    method: 'balance',
  } as const;
  const { quote, lines } = await quotePrice(context, cart, taxes);
  const free = withoutReserved(offers);
  const places = context.settings.salesPlaces();
  const { contactEmail } = context.settings.now();
  const singles = ids.map((id) => {
    const offer = known.find(({ houseCardId }) => houseCardId === id);
    return {
      singleId: id,
      name: offer?.name ?? null,
      price: offer?.price ?? null,
      ineligibilityReason:
        offer === undefined ? SENTENCES.SINGLE_UNAVAILABLE : refusalOf(() => checkSingles([offer])),
    };
  });
  const gone = singles.find(({ ineligibilityReason }) => ineligibilityReason !== null);
  const reason = refusalOf(() => {
    refuseWhilePaused(pause);
    refuseBarred(bar, contactEmail);
    checkNotClosed(places, taxes, contactEmail);
    checkStaff(wanted, closed);
    checkLimits(wanted, free);
    checkStock(wanted, free);
  });
  const ineligibilityReason = reason ?? gone?.ineligibilityReason ?? null;
  return {
    eligible: ineligibilityReason === null,
    ineligibilityReason,
    isSoldHere: taxes.livesIn === null || isSoldIn(places, taxes.livesIn),
    availablePaymentMethods: paymentMethodsOf(context),
    hasInsufficientBalance: balance < quote.total,
    totalCost: quote.total,
    asks,
    singles,
    lines: lines.map(({ packTypeId, quantity, unitPrice }, at) => ({
      packTypeId,
      name: free.find((offer) => offer.packTypeId === packTypeId)!.name,
      price: unitPrice,
      quantity,
      quantityMax: quantityMax(wanted[at]!, free),
      ineligibilityReason: refusalOf(() => {
        checkStaff([wanted[at]!], closed);
        checkLimits([wanted[at]!], free);
        checkStock([wanted[at]!], free);
      }),
    })),
  };
});
