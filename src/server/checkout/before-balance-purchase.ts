// Does the steps before the transaction of a purchase with credits. It ends an open card payment, and asks the tax
// provider, if there is one, for the taxes. Both steps call other services, so they can't be in the transaction.
import type { Caller } from '#domain/access.ts';
import type { Input } from '#contract/endpoint.ts';
import type * as rows from '#contract/checkout.ts';
import {
  endOpenPaymentsAtOwnWish,
  hasUndecidedPayments,
} from '../card-payments/begin-only-payment.ts';
import { listOffers } from '../catalogue/pack-types-queries.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { prepareTaxes, termsOfBuyer } from './charges.ts';
import { findDiscount } from './discount-codes-queries.ts';
import { readCart, readSingles } from './read-cart.ts';

type Cart = Pick<
  Input<typeof rows.purchaseWithBalance>,
  'packs' | 'singles' | 'discountCode' | 'region'
>;

export const beforeBalancePurchase = {
  /**
   * Whether the steps are needed. They are if an open card payment would let the shopper pay twice, or if a tax
   * provider must be asked.
   */
  isDue: async (context: Context<Transaction>, userId: string): Promise<boolean> => {
    const hasPayments = await hasUndecidedPayments(context, userId, 'order');
    return hasPayments || context.settings.taxes().rule === 'stripe';
  },
  run: async (context: Context, caller: Caller, cart: Cart): Promise<void> => {
    // This counts as a call to the card provider only if there is a payment to end.
    if (await hasUndecidedPayments(context, caller.userId, 'order')) {
      await endOpenPaymentsAtOwnWish(context, caller.userId, 'order');
    }
    await quoteTaxesOf(context, caller.userId, cart);
  },
};

async function quoteTaxesOf(
  context: Context,
  userId: string,
  { packs, singles: ids, discountCode, region }: Cart,
): Promise<void> {
  const { db } = context;
  const taxes = await termsOfBuyer(context, userId, region);
  if (taxes.asked === null) return;
  const wanted = await readCart(db, packs);
  const typeIds = wanted.map((line) => line.packTypeId);
  const [offers, singles, discount] = await Promise.all([
    listOffers(db, userId, typeIds),
    readSingles(db, userId, ids),
    discountCode ? findDiscount(db, userId, discountCode) : null,
  ]);
  await prepareTaxes(
    context,
    { userId, wanted, offers, singles, discount, method: 'balance' },
    taxes,
  );
}
