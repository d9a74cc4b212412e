// The search parameters of the page that opens a pack.
import { textIn, parameterText, type Address } from '../lists/address-parts.ts';

/** Reads the payment intent from `/?openPack=`. Any other value is dropped. */
export function paymentToOpen(search: Address): { openPack?: string } {
  const openPack = parameterText(search['openPack']);
  return /^pi_\w{1,250}$/.test(openPack) ? { openPack } : {};
}

/** The payment whose packs are to be opened, or the opening to watch again. */
export type OpeningSearch = { payment_intent?: string; opening?: string };

export function openingSearch(search: Address): OpeningSearch {
  return {
    ...textIn(search, 'payment_intent', ID_LENGTH_MAX),
    ...textIn(search, 'opening', ID_LENGTH_MAX),
  };
}

// Values longer than this are dropped. If a shorter value is not a valid id, the shop answers as for an unknown id, and
// the page says that there is nothing to open.
const ID_LENGTH_MAX = 255;
