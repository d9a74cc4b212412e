// Stores a purchase with credits from the request until the shop responds. After a reload, the page repeats the stored
// request, so that the packs are not bought twice.
import { tabStorage } from '../browser/browser-storage.ts';
import type { Given } from './given.ts';

const KEY = 'checkout-purchase';

/** A request to buy packs. All fields are stored, because the shop repeats a response only for an equal request. */
type Asked = { key: string; given: Given; covered?: boolean };

/** Stores a request. `what`: one text made of the buyer, the cart, the discount code and the total. */
export function rememberPurchase(what: string, asked: Asked): void {
  tabStorage.setItem(KEY, JSON.stringify({ what, asked }));
}

/** Returns the stored request if it is for this purchase and no response has arrived. Otherwise returns null. */
export function unheardPurchase(what: string): Asked | null {
  const stored = tabStorage.getItem(KEY);
  if (stored === null) return null;
  const last = JSON.parse(stored) as { what: string; asked: Asked };
  return last.what === what ? last.asked : null;
}

/** Deletes the stored request, because the shop has responded. */
export function forgetPurchase(): void {
  tabStorage.removeItem(KEY);
}
