// The card payment that this tab has under way, so that a page that is loaded again in the middle of
// paying goes on to the packs instead of selling them twice.

import { tabStorage } from '../api/browser-storage.ts';

const KEY = 'checkout-payment-intent';

export function rememberPayment(paymentIntentId: string): void {
  tabStorage.setItem(KEY, paymentIntentId);
}

export function rememberedPayment(): string | null {
  return tabStorage.getItem(KEY);
}

export function forgetPayment(): void {
  tabStorage.removeItem(KEY);
}
