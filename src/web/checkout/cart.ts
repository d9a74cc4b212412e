// The source of a checkout's cart. Either one pack that is bought directly, taken from the previous page, the URL or
// this browser's memory (in this order), or the contents of the cart.
import { QUANTITY_MAX } from '#domain/purchase.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { cartLines, takeFromCart } from '../api/cart.ts';
import type { CartLine } from '../api/session.ts';
import type { CartSearch } from './cart-search.ts';

const STORED_PACK_KEY = 'checkout-pack-id';

type PassedAlong = { pack?: { id: string }; packId?: string };

/** Distinguishes one checkout from another. */
export function nameOfCart(state: PassedAlong, search: CartSearch): string {
  return search.cart === true ? 'cart' : (state.pack?.id ?? state.packId ?? search.packId ?? '');
}

/** The contents of a checkout. `isKept`: they come from the cart, which changes with the checkout. */
export type Cart = { lines: CartLine[]; isKept: boolean };

/** The cart of a checkout; empty if nothing names a pack. Remembers the pack for the return from a detour. */
export function readCart(state: PassedAlong, search: CartSearch): Cart {
  if (search.cart === true) browserStorage.removeItem(STORED_PACK_KEY);
  const packId =
    state.pack?.id ?? state.packId ?? search.packId ?? browserStorage.getItem(STORED_PACK_KEY);
  if (search.cart === true || packId === null || packId === '') {
    return { lines: cartLines(), isKept: true };
  }
  browserStorage.setItem(STORED_PACK_KEY, packId);
  const quantity = Math.min(search.quantity ?? 1, QUANTITY_MAX);
  return { lines: [{ packId, quantity }], isKept: false };
}

/** Removes what was bought. Packs that were added to the cart in the meantime stay. */
export function forgetCart({ lines, isKept }: Cart): void {
  if (isKept) takeFromCart(lines);
  else browserStorage.removeItem(STORED_PACK_KEY);
}

/** The same after a detour to the card provider, when the original cart is no longer known. */
export function forgetRememberedCart(): void {
  const isKept = browserStorage.getItem(STORED_PACK_KEY) === null;
  forgetCart({ lines: cartLines(), isKept });
}
