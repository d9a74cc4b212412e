// A purchase with credits that this tab has requested and whose response is missing. After a reload, the page requests
// the same purchase, so that its packs are not bought twice (choice 707).
import { tabStorage } from '../browser/browser-storage.ts';
import type { Given } from './given.ts';

const KEY = 'checkout-purchase';

/** A repeated request with the same key and the same consents gets the same response. */
type Asked = { key: string; given: Given };

/** `what` identifies the buyer, the cart, its code and its total. */
export function rememberPurchase(what: string, asked: Asked): void {
  tabStorage.setItem(KEY, JSON.stringify({ what, asked }));
}

/** How the purchase was requested, if its response is missing; null for any other purchase. */
export function unheardPurchase(what: string): Asked | null {
  const kept = tabStorage.getItem(KEY);
  if (kept === null) return null;
  const last = JSON.parse(kept) as { what: string; asked: Asked };
  return last.what === what ? last.asked : null;
}

/** The shop has responded. */
export function forgetPurchase(): void {
  tabStorage.removeItem(KEY);
}
