// Queries and actions of the checkout that are more than one plain call.
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
import type { Given } from './given.ts';
import { forgetPayment, rememberedPayment } from './payment-memory.ts';

/**
 * Finds the card payment of this tab if it has succeeded and its packs are still sealed. `paid` is its id, or null if
 * there is none. Needed after a reload during a payment.
 */
export function useFinishedPayment(): { isPending: boolean; paid: string | null } {
  const [paymentIntentId] = useState(rememberedPayment);
  const { data, isPending } = useAskOnce(
    showPurchasedPacks,
    paymentIntentId === null ? null : { paymentIntentId },
    // Don't refetch on reconnect, because a new checkout may have started on this page by then.
    { refetchOnReconnect: false },
  );
  const isDecided = data !== undefined && data.status !== 'pending';
  useEffect(() => {
    if (isDecided) forgetPayment();
  }, [isDecided]);
  const isThere = data?.status === 'succeeded' && data.packs.some((pack) => !pack.opened);
  return {
    isPending: paymentIntentId !== null && isPending,
    paid: isThere ? paymentIntentId : null,
  };
}

export function packsIn(cart: CartLine[]): number {
  return cart.reduce((total, { quantity }) => total + quantity, 0);
}

/** A purchase with credits. `amount`: the total on the buy button. */
type BalancePurchase = {
  cart: CartLine[];
  amount: Cents | null;
  discountCode: string | null;
  key: string;
} & Given;

/** Buys a cart with credits and opens the packs. Calls with the same key buy only once. */
export function usePurchaseWithBalance() {
  const noteBalance = useNoteBalance();
  return useAct(
    [purchaseWithBalance],
    async ({ cart, key, ...rest }: BalancePurchase) => {
      const userId = signedInUser()!.id;
      const refs = await refsFor(userId, key, packsIn(cart));
      const bought = await call(
        purchaseWithBalance,
        {
          packs: cart,
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
