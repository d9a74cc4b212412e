// Looking at a cart before paying: what it costs, and whether it can be bought at all.
import type {
  calculateTotal as totalRow,
  checkEligibility as eligibilityRow,
} from '#contract/checkout.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { CURRENCY } from '#domain/money.ts';
import {
  checkLimits,
  checkStock,
  priceOrder,
  refusalOf,
  withoutReserved,
} from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { listOffers } from '../catalogue/queries.ts';
import { findBalance } from '../ledger/queries.ts';
import type { Context } from '../runtime/context.ts';
import { findDiscount } from './queries.ts';
import { readCart } from './read-cart.ts';

export async function calculateTotal(
  { db, config }: Context,
  caller: Caller,
  input: Input<typeof totalRow>,
): Promise<Reply<typeof totalRow>> {
  const wanted = await readCart(db, input.packs);
  const [offers, discount] = await Promise.all([
    listOffers(
      db,
      caller.userId,
      wanted.map((line) => line.packTypeId),
    ),
    input.discountCode ? findDiscount(db, caller.userId, input.discountCode) : null,
  ]);
  if (input.discountCode && discount === null) throw new Rejection('DISCOUNT_CODE_INVALID');
  const { quote } = priceOrder(wanted, offers, discount, input.paymentMethod ?? 'stripe', config);
  return { ...quote, currency: CURRENCY };
}

/** A cart that can't be bought is an answer here, not a rejection: only an unknown pack is one. */
export async function checkEligibility(
  { db, config, cardProvider }: Context,
  caller: Caller,
  input: Input<typeof eligibilityRow>,
): Promise<Reply<typeof eligibilityRow>> {
  const wanted = await readCart(db, input.packs);
  const [offers, balance] = await Promise.all([
    listOffers(
      db,
      caller.userId,
      wanted.map((line) => line.packTypeId),
    ),
    findBalance(db, caller.userId),
  ]);
  const { quote } = priceOrder(wanted, offers, null, 'balance', config);
  const free = withoutReserved(offers);
  const reason = refusalOf(() => {
    checkLimits(wanted, free);
    checkStock(wanted, free);
  });
  return {
    eligible: reason === null,
    ineligibilityReason: reason,
    availablePaymentMethods: cardProvider === null ? ['balance'] : ['balance', 'stripe'],
    hasInsufficientBalance: balance < quote.total,
    totalCost: quote.total,
  };
}
