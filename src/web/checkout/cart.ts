// Where a checkout gets its cart: what the page before passed along, the address, or what this browser
// remembered (in this order).
import { QUANTITY_MAX } from '#contract/checkout.ts';
import { browserStorage } from '../api/browser-storage.ts';
import type { CartSearch } from './cart-search.ts';

const STORED_PACK_KEY = 'checkout-pack-id';

export type CartLine = { packId: string; quantity: number };

/** The cart of a checkout; empty when nothing names a pack. Remembers it for after a detour. */
export function readCart(
  state: { pack?: { id: string }; packId?: string },
  search: CartSearch,
): CartLine[] {
  const packId =
    state.pack?.id ?? state.packId ?? search.packId ?? browserStorage.getItem(STORED_PACK_KEY);
  if (packId === null || packId === '') return [];
  browserStorage.setItem(STORED_PACK_KEY, packId);
  return [{ packId, quantity: Math.min(search.quantity ?? 1, QUANTITY_MAX) }];
}

/** Forgets the cart: it was bought. */
export function forgetCart(): void {
  browserStorage.removeItem(STORED_PACK_KEY);
}
