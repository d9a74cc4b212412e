// The pending card payment of this tab. After a reload during the payment, the page continues to the packs, so that the
// buyer doesn't pay twice.

import { tabStorage } from '../browser/browser-storage.ts';

const KEY = 'checkout-payment-intent';
const SECONDS_KEY = 'checkout-payment-seconds';

/**
 * Stores the payment. Returns the full length of its reservation in seconds, measured when this tab first stored the
 * payment. The length can't be a constant, because each shop sets its own.
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
