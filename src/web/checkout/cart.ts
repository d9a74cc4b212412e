// Where a checkout gets its cart: one pack that is bought at once, as the page before passed it along, the address
// says or this browser remembers (in this order), or else what was put into the cart.
import { QUANTITY_MAX } from '#domain/purchase.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { cartLines, takeFromCart } from '../api/cart.ts';
import type { CartLine } from '../api/session.ts';
import type { CartSearch } from './cart-search.ts';

const STORED_PACK_KEY = 'checkout-pack-id';

type PassedAlong = { pack?: { id: string }; packId?: string };

/** What tells one checkout from another. */
export function nameOfCart(state: PassedAlong, search: CartSearch): string {
  return search.cart === true ? 'cart' : (state.pack?.id ?? state.packId ?? search.packId ?? '');
}

/** What a checkout is of. `isKept`: it was put into the cart, which changes with it. */
export type Cart = { lines: CartLine[]; isKept: boolean };

/** The cart of a checkout; empty when nothing names a pack. Remembers the pack for after a detour. */
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

/** Forgets what was bought; what was put into the cart meanwhile stays. */
export function forgetCart({ lines, isKept }: Cart): void {
  if (isKept) takeFromCart(lines);
  else browserStorage.removeItem(STORED_PACK_KEY);
}

/** The same after a detour to the card provider, where nobody knows any more which cart it was. */
export function forgetRememberedCart(): void {
  const isKept = browserStorage.getItem(STORED_PACK_KEY) === null;
  forgetCart({ lines: cartLines(), isKept });
}
