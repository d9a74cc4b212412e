// What addresses say of a pack to open.
import { textIn, uuidIn, type Address } from '../lists/address-parts.ts';

/** The payment intent that `/?openPack=` names; any other value opens nothing. */
export function paymentToOpen(search: Record<string, unknown>): string | null {
  const value = search['openPack'];
  return typeof value === 'string' && /^pi_\w{1,250}$/.test(value) ? value : null;
}

/** The query of the page: the payment, or the opening that is watched again, if one is named. */
export type OpeningSearch = { payment_intent?: string; opening?: string };

export function openingSearch(search: Address): OpeningSearch {
  return {
    ...textIn(search, 'payment_intent', PAYMENT_ID_LENGTH_MAX),
    ...uuidIn(search, 'opening'),
  };
}

const PAYMENT_ID_LENGTH_MAX = 255;
