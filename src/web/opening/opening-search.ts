// What addresses say of a pack to open.

/** The payment intent that `/?openPack=` names; any other value opens nothing. */
export function paymentToOpen(search: Record<string, unknown>): string | null {
  const value = search['openPack'];
  return typeof value === 'string' && /^pi_\w{1,250}$/.test(value) ? value : null;
}

/** The query of the page: the payment, if one is named. */
export function openingSearch(search: Record<string, unknown>): {
  payment_intent?: string | undefined;
} {
  const value = search['payment_intent'];
  return { payment_intent: typeof value === 'string' && value !== '' ? value : undefined };
}
