import { checkNotClosed } from '#domain/sales-places.ts';
import * as rows from '#contract/checkout.ts';
import { refuseBarred } from '#domain/break.ts';
import { PAUSE_SENTENCES } from '#domain/dispute.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { checkStaff, purchaseProblems, refusalOf, withoutReserved } from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { listClosedToStaff } from '../drops/drops-queries.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import { handler } from '../http/handler.ts';
import { findBalanceOf, findPause } from '../ledger/ledger-accounts-queries.ts';
import { findSaleBar } from '../limits/breaks-queries.ts';
import { termsOfBuyer, quotePrice } from './charges.ts';
import { readCart } from './read-cart.ts';

/** Checks a purchase. If there are reasons against it, returns all of them instead of rejecting. */
export const validatePurchase = handler(
  rows.validatePurchase,
  async (context, caller, { packId, quantity, region, userId }) => {
    const { db } = context;
    const buyerId = userAskedFor(caller, userId);
    const wanted = await readCart(db, [{ packId, quantity }]);
    const typeIds = wanted.map((line) => line.packTypeId);
    const [pause, bar, offers, closed, balance, taxes] = await Promise.all([
      findPause(db, buyerId),
      findSaleBar(db, buyerId),
      listOffers(db, buyerId, typeIds, { withReserved: true }),
      listClosedToStaff(db, buyerId, typeIds),
      findBalanceOf(db, buyerId),
      termsOfBuyer(context, buyerId, region),
    ]);
    if (balance === null) throw new Rejection('USER_NOT_FOUND');
    const cart = {
      userId: buyerId,
      wanted,
      offers,
      singles: [],
      discount: null,
      method: 'balance',
    } as const;
    const { quote } = await quotePrice(context, cart, taxes);
    const { settings } = context;
    const { contactEmail } = settings.now();
    const ofPlace = refusalOf(() => checkNotClosed(settings.salesPlaces(), taxes, contactEmail));
    const ofBar = refusalOf(() => refuseBarred(bar, contactEmail));
    const ofStaff = refusalOf(() => checkStaff(wanted, closed));
    const errors = [
      ...(pause === null ? [] : [PAUSE_SENTENCES[pause]]),
      ...(ofBar === null ? [] : [ofBar]),
      ...(ofPlace === null ? [] : [ofPlace]),
      ...(ofStaff === null ? [] : [ofStaff]),
      ...purchaseProblems(wanted, withoutReserved(offers), quote.total, balance),
    ];
    return {
      valid: errors.length === 0,
      errors,
      totalCost: quote.total,
      account_balance: balance,
    };
  },
);
