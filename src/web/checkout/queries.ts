// The calls of checkout, and what to ask for again after them.
import { showPackType } from '#contract/catalogue.ts';
import { checkEligibility, purchaseWithBalance, showPurchasedPacks } from '#contract/checkout.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noteBalance } from '../accounts/queries.ts';
import { call } from '../api/call.ts';
import type { CartLine } from './cart.ts';
import { forgetPayment, rememberedPayment } from './payment-memory.ts';

/** The pack type of the cart's only line. */
export function useCartPack(line: CartLine | undefined) {
  return useQuery({
    queryKey: ['pack-type', line?.packId],
    queryFn: () => call(showPackType, { id: line!.packId }),
    enabled: line !== undefined,
  });
}

export function useEligibility(cart: CartLine[]) {
  return useQuery({
    queryKey: ['eligibility', cart],
    queryFn: () => call(checkEligibility, { packs: cart }),
    // What could be bought a minute ago may be gone: asked anew for each checkout, and not during it,
    // when the shopper's own purchase would count against them.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
    meta: { of: 'person' },
  });
}

/**
 * The card payment of this tab, if it went through and its packs are still sealed: after a page that
 * was loaded again in the middle of paying. Null when there is none.
 */
export function useFinishedPayment() {
  return useQuery({
    queryKey: ['finished-payment'],
    queryFn: async () => {
      const paymentIntentId = rememberedPayment();
      if (paymentIntentId === null) return null;
      const { status, packs } = await call(showPurchasedPacks, { paymentIntentId });
      if (status !== 'pending') forgetPayment();
      return status === 'succeeded' && packs.some((pack) => !pack.opened) ? paymentIntentId : null;
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { of: 'person' },
  });
}

/** Buys and opens a cart; with the same key once, whatever is retried. */
export function usePurchaseWithBalance() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: { cart: CartLine[]; discountCode: string | null; key: string }) =>
      call(
        purchaseWithBalance,
        { packs: order.cart, paymentMethod: 'balance' as const, discountCode: order.discountCode },
        { key: order.key },
      ),
    onSuccess: (bought) => {
      noteBalance(queries, bought.updatedBalance);
      for (const key of [
        'cards',
        'pack-types',
        'pack-type',
        'recommended-packs',
        'trending-packs',
      ]) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
