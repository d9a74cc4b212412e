// The calls of checkout, and what to ask for again after them.
import { showPackType } from '#contract/catalogue.ts';
import { calculateTotal, checkEligibility, purchaseWithBalance } from '#contract/checkout.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noteBalance } from '../accounts/queries.ts';
import { call, newKey } from '../api/call.ts';
import type { CartLine } from './cart.ts';

/** The pack type of the cart's only line. */
export function useCartPack(line: CartLine | undefined) {
  return useQuery({
    queryKey: ['pack-type', line?.packId],
    queryFn: () => call(showPackType, { id: line!.packId }),
    enabled: line !== undefined,
  });
}

export function useEligibility(cart: CartLine[], enabled: boolean) {
  return useQuery({
    queryKey: ['eligibility', cart],
    queryFn: () => call(checkEligibility, { packs: cart }),
    enabled: enabled && cart.length > 0,
    // What could be bought a minute ago may be gone: always asked anew.
    staleTime: 0,
    gcTime: 0,
    meta: { of: 'person' },
  });
}

/** The price of a cart paid with the balance, with a discount code taken off. */
export function useTotal(cart: CartLine[], discountCode: string | null, enabled: boolean) {
  return useQuery({
    queryKey: ['total', cart, discountCode],
    queryFn: () =>
      call(calculateTotal, { packs: cart, discountCode, paymentMethod: 'balance' as const }),
    enabled: enabled && cart.length > 0,
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** Buys and opens a cart. One press is one key, whatever is retried. */
export function usePurchaseWithBalance() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: { cart: CartLine[]; discountCode: string | null }) =>
      call(
        purchaseWithBalance,
        { packs: order.cart, paymentMethod: 'balance' as const, discountCode: order.discountCode },
        { key: newKey() },
      ),
    onSuccess: (bought) => {
      noteBalance(queries, bought.updatedBalance);
      for (const key of ['cards', 'pack-types', 'pack-type']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
    },
  });
}
