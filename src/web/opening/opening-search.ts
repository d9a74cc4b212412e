// What addresses say of a pack to open.

/** The payment intent that `/?openPack=` names; any other value opens nothing. */
export function paymentToOpen(search: Record<string, unknown>): string | null {
  const value = search['openPack'];
  return typeof value === 'string' && /^pi_\w{1,250}$/.test(value) ? value : null;
}

/** The query of the page: the payment, or the opening that is watched again, if one is named. */
export type OpeningSearch = { payment_intent?: string | undefined; opening?: string | undefined };

export function openingSearch(search: Record<string, unknown>): OpeningSearch {
  return { payment_intent: named(search['payment_intent']), opening: named(search['opening']) };
}

function named(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
