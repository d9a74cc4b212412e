// Queries and actions of the checkout for which a single call is not enough.
import { purchaseWithBalance, showPurchasedPacks } from '#contract/checkout.ts';
import type { Cents } from '#domain/money.ts';
import { useEffect, useState } from 'react';
import { chosenRegion } from '../accounts/region.ts';
import { useNoteBalance } from '../accounts/queries.ts';
import { useAskOnce } from '../api/ask-once.ts';
import { call } from '../api/call.ts';
import { useAct } from '../api/do.ts';
import { signedInUser, type CartLine } from '../api/session.ts';
import { storeTickets, refsFor } from '../fairness/own-knowledge.ts';
import type { Cart } from './cart.ts';
import type { Given } from './given.ts';
import { forgetPayment, rememberedPayment } from './payment-memory.ts';

/** A card payment that has succeeded. `hasPacks`: whether it paid for packs, which are still sealed. */
export type FinishedPayment = { paymentIntentId: string; hasPacks: boolean };

/**
 * Looks for a card payment of this tab that has succeeded and whose goods the buyer has not seen yet: packs that are
 * still sealed, or singles. `paid` is null if there is none. This is needed after a reload during a payment.
 */
export function useFinishedPayment(): { isPending: boolean; paid: FinishedPayment | null } {
  const [paymentIntentId] = useState(rememberedPayment);
  const { data, isPending } = useAskOnce(
    showPurchasedPacks,
    paymentIntentId === null ? null : { paymentIntentId },
    // This is not refetched after a reconnect, because by then a new checkout may have begun on this page.
    { refetchOnReconnect: false },
  );
  const isDecided = data !== undefined && data.status !== 'pending';
  useEffect(() => {
    if (isDecided) forgetPayment();
  }, [isDecided]);
  const hasPacks = data?.packs.some((pack) => !pack.opened) ?? false;
  const hasSingles = data?.packs.length === 0 && data.singles.length > 0;
  const isThere = data?.status === 'succeeded' && (hasPacks || hasSingles);
  return {
    isPending: paymentIntentId !== null && isPending,
    paid: isThere && paymentIntentId !== null ? { paymentIntentId, hasPacks } : null,
  };
}

export function packsIn(lines: readonly { quantity: number }[]): number {
  return lines.reduce((total, { quantity }) => total + quantity, 0);
}

/** The goods of a cart, as the calls of the checkout take them. */
export function goodsOf({ lines, singles }: Pick<Cart, 'lines' | 'singles'>) {
  return { packs: lines, ...(singles.length > 0 && { singles }) };
}

/** Returns the hash of a secret for each pack of a purchase. Undefined if there is no pack, or no secret can be made. */
export async function refsOf(userId: string, purchase: string, lines: readonly CartLine[]) {
  return lines.length === 0 ? undefined : refsFor(userId, purchase, packsIn(lines));
}

/** A purchase with credits. `amount`: the total that the buy button shows. */
type BalancePurchase = {
  cart: Pick<Cart, 'lines' | 'singles'>;
  amount: Cents | null;
  discountCode: string | null;
  covered: boolean | undefined;
  key: string;
} & Given;

/** Buys the cart with credits and opens its packs. Repeated calls with the same key buy it only once. */
export function usePurchaseWithBalance() {
  const noteBalance = useNoteBalance();
  return useAct(
    [purchaseWithBalance],
    async ({ cart, key, ...rest }: BalancePurchase) => {
      const userId = signedInUser()!.id;
      const refs = await refsOf(userId, key, cart.lines);
      const bought = await call(
        purchaseWithBalance,
        {
          ...goodsOf(cart),
          paymentMethod: 'balance' as const,
          region: chosenRegion(),
          ...rest,
          ...(refs && { refs }),
        },
        { key },
      );
      void storeTickets(userId, bought.tickets, key);
      return bought;
    },
    { onlyIfDone: true, onSuccess: ({ updatedBalance }) => noteBalance(updatedBalance) },
  );
}
