// The card payment that this tab has under way, so that a page that is loaded again in the middle of
// paying goes on to the packs instead of selling them twice.

import { tabStorage } from '../browser/browser-storage.ts';

const KEY = 'checkout-payment-intent';
const SECONDS_KEY = 'checkout-payment-seconds';

/**
 * Remembers the payment, and answers how long its packs are kept in all, in seconds: what was left when this
 * tab was first told of it. The shop may be set to any length.
 */
export function rememberPayment(payment: { paymentIntentId: string; endsAt: number }): number {
  const { paymentIntentId, endsAt } = payment;
  const known = rememberedPayment() === paymentIntentId ? tabStorage.getItem(SECONDS_KEY) : null;
  if (known !== null) return Number(known);
  const seconds = Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));
  tabStorage.setItem(KEY, paymentIntentId);
  tabStorage.setItem(SECONDS_KEY, String(seconds));
  return seconds;
}

export function rememberedPayment(): string | null {
  return tabStorage.getItem(KEY);
}

export function forgetPayment(): void {
  tabStorage.removeItem(KEY);
  tabStorage.removeItem(SECONDS_KEY);
}
