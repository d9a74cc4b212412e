// The search parameters about a pack to open.
import { textIn, textOf, type Address } from '../lists/address-parts.ts';

/** Reads the payment intent in `/?openPack=`. Other values are dropped. */
export function paymentToOpen(search: Address): { openPack?: string } {
  const openPack = textOf(search['openPack']);
  return /^pi_\w{1,250}$/.test(openPack) ? { openPack } : {};
}

/** The page's query: the payment whose packs are to be opened, or an opening to watch again. */
export type OpeningSearch = { payment_intent?: string; opening?: string };

export function openingSearch(search: Address): OpeningSearch {
  return {
    ...textIn(search, 'payment_intent', ID_LENGTH_MAX),
    ...textIn(search, 'opening', ID_LENGTH_MAX),
  };
}

// Longer values are dropped. The shop answers a shorter malformed id like an unknown one, and the page says that there
// is nothing to open.
const ID_LENGTH_MAX = 255;
