// Remembers a purchase with credits that this tab has requested until the shop responds. After a reload, the page
// repeats the same request, so that the packs are not bought twice (choice 707).
import { tabStorage } from '../browser/browser-storage.ts';
import type { Given } from './given.ts';

const KEY = 'checkout-purchase';

/** Both are stored, because the shop returns the same response only for the same key with the same consents. */
type Asked = { key: string; given: Given };

/** Stores a request. `what`: the buyer, the cart, its code and its total, as one text. */
export function rememberPurchase(what: string, asked: Asked): void {
  tabStorage.setItem(KEY, JSON.stringify({ what, asked }));
}

/** Returns the stored request for the same purchase if its response is missing; otherwise null. */
export function unheardPurchase(what: string): Asked | null {
  const kept = tabStorage.getItem(KEY);
  if (kept === null) return null;
  const last = JSON.parse(kept) as { what: string; asked: Asked };
  return last.what === what ? last.asked : null;
}

/** Deletes the stored request, because the shop has responded. */
export function forgetPurchase(): void {
  tabStorage.removeItem(KEY);
}
