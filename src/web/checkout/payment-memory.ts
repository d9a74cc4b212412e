// Remembers the pending card payment of this tab. If the buyer reloads the page during the payment, the page continues
// to the packs, so that the buyer does not pay twice.

import { tabStorage } from '../browser/browser-storage.ts';

const KEY = 'checkout-payment-intent';
const SECONDS_KEY = 'checkout-payment-seconds';

/**
 * Stores the payment. Returns the full length of its reservation in seconds, measured when this tab first stored it.
 * The length is not a constant, because each shop sets it.
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
