import type { PaymentMethod } from '#contract/wallet.ts';

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Returns "Visa ending in 4242". If the card has a nickname, the nickname comes first. */
export function nameOfCard({ brand, last4, nickname }: PaymentMethod): string {
  const card = `${BRANDS[brand] ?? 'Card'} ending in ${last4}`;
  return nickname === null ? card : `${nickname} (${card})`;
}
