// Finds what a checkout sells: the contents of the cart, or one pack or single that is bought directly. What is bought
// directly comes from the previous page, the URL or this browser's storage, in this order.
import { QUANTITY_MAX } from '#domain/purchase.ts';
import { browserStorage } from '../browser/browser-storage.ts';
import { cartLines, cartSingles, takeFromCart, takeSinglesFromCart } from '../api/cart.ts';
import type { CartLine } from '../api/session.ts';
import { forgetDraft } from './checkout-draft.ts';
import type { CartSearch } from './cart-search.ts';

const STORED_PACK_KEY = 'checkout-pack-id';
const STORED_SINGLE_KEY = 'checkout-single-id';

type PassedAlong = { pack?: { id: string }; packId?: string };

/** Returns a name for a checkout. Different checkouts have different names. */
export function nameOfCart(state: PassedAlong, search: CartSearch): string {
  if (search.cart === true) return 'cart';
  return search.single ?? state.pack?.id ?? state.packId ?? search.packId ?? '';
}

/**
 * The packs and singles of a checkout. `isFromCart`: whether they come from the stored cart. If so, every change here
 * also changes the stored cart.
 */
export type Cart = { lines: CartLine[]; singles: string[]; isFromCart: boolean };

export function isEmptyCart({ lines, singles }: Pick<Cart, 'lines' | 'singles'>): boolean {
  return lines.length + singles.length === 0;
}

/**
 * Returns what a checkout sells; empty if that is nothing. Stores what is bought directly in this browser, so that the
 * buyer finds it again after a visit to another page.
 */
export function readCart(state: PassedAlong, search: CartSearch): Cart {
  const asked = state.pack?.id ?? state.packId ?? search.packId;
  // The stored thing is the last one that was bought directly, so another one replaces it.
  if (search.cart === true || search.single !== undefined || asked !== undefined) forgetDirect();
  const singleId = search.single ?? browserStorage.getItem(STORED_SINGLE_KEY);
  const packId = asked ?? browserStorage.getItem(STORED_PACK_KEY);
  if (search.cart !== true && singleId) {
    browserStorage.setItem(STORED_SINGLE_KEY, singleId);
    return { lines: [], singles: [singleId], isFromCart: false };
  }
  if (search.cart === true || !packId) {
    return { lines: cartLines(), singles: cartSingles(), isFromCart: true };
  }
  browserStorage.setItem(STORED_PACK_KEY, packId);
  const quantity = Math.min(search.quantity ?? 1, QUANTITY_MAX);
  return { lines: [{ packId, quantity }], singles: [], isFromCart: false };
}

function forgetDirect(): void {
  browserStorage.removeItem(STORED_PACK_KEY);
  browserStorage.removeItem(STORED_SINGLE_KEY);
}

/** Removes what was bought from the cart. What was added to the cart in the meantime stays. */
export function forgetCart({ lines, singles, isFromCart }: Cart): void {
  forgetDraft();
  if (!isFromCart) {
    forgetDirect();
    return;
  }
  takeFromCart(lines);
  takeSinglesFromCart(singles);
}

/**
 * Removes what was bought when the card provider sends the buyer back. After such a return, the page no longer knows
 * the cart with which the checkout began.
 */
export function forgetRememberedCart(): void {
  const isFromCart = [STORED_PACK_KEY, STORED_SINGLE_KEY].every(
    (key) => browserStorage.getItem(key) === null,
  );
  forgetCart({ lines: cartLines(), singles: cartSingles(), isFromCart });
}
