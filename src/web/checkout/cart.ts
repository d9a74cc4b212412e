// Finds the packs that a checkout sells: either one pack that is bought directly, or the contents of the cart. The
// direct pack comes from the previous page, the URL or this browser's memory, in this order.
import { QUANTITY_MAX } from '#domain/purchase.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { cartLines, takeFromCart } from '../api/cart.ts';
import type { CartLine } from '../api/session.ts';
import type { CartSearch } from './cart-search.ts';

const STORED_PACK_KEY = 'checkout-pack-id';

type PassedAlong = { pack?: { id: string }; packId?: string };

/** Returns a name that distinguishes one checkout from another. */
export function nameOfCart(state: PassedAlong, search: CartSearch): string {
  return search.cart === true ? 'cart' : (state.pack?.id ?? state.packId ?? search.packId ?? '');
}

/** The packs of a checkout. `isKept`: they come from the stored cart, so every change also changes that cart. */
export type Cart = { lines: CartLine[]; isKept: boolean };

/**
 * Returns the packs of a checkout; empty if there are none. Stores a directly bought pack in this browser, so that the
 * buyer finds it after a detour to another page.
 */
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

/** Removes the bought packs. Packs that were added to the cart in the meantime stay. */
export function forgetCart({ lines, isKept }: Cart): void {
  if (isKept) takeFromCart(lines);
  else browserStorage.removeItem(STORED_PACK_KEY);
}

/** `forgetCart` for use after a detour to the card provider, when this page no longer knows the original cart. */
export function forgetRememberedCart(): void {
  const isKept = browserStorage.getItem(STORED_PACK_KEY) === null;
  forgetCart({ lines: cartLines(), isKept });
}
