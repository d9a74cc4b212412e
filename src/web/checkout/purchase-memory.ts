// The purchase with credits that this tab has asked for and heard nothing of, so that a page that is loaded again asks
// for that one, and its packs are not bought twice (choice 707).
import { tabStorage } from '../browser/browser-storage.ts';
import type { Given } from './given.ts';

const KEY = 'checkout-purchase';

/** Asked again with the same key and in the same way, it is answered as it was. */
type Asked = { key: string; given: Given };

/** `what` says whose it is, the cart, its code and its total. */
export function rememberPurchase(what: string, asked: Asked): void {
  tabStorage.setItem(KEY, JSON.stringify({ what, asked }));
}

/** How it was asked for, if nothing was heard of it; null for any other. */
export function unheardPurchase(what: string): Asked | null {
  const kept = tabStorage.getItem(KEY);
  if (kept === null) return null;
  const last = JSON.parse(kept) as { what: string; asked: Asked };
  return last.what === what ? last.asked : null;
}

/** The shop has answered. */
export function forgetPurchase(): void {
  tabStorage.removeItem(KEY);
}
