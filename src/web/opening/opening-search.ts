// The search parameters about a pack to open.
import { textIn, textOf, type Address } from '../lists/address-parts.ts';

/** The payment intent in `/?openPack=`; any other value opens nothing. */
export function paymentToOpen(search: Address): { openPack?: string } {
  const openPack = textOf(search['openPack']);
  return /^pi_\w{1,250}$/.test(openPack) ? { openPack } : {};
}

/** The query of the page: the payment, or the opening to watch again, if one is named. */
export type OpeningSearch = { payment_intent?: string; opening?: string };

export function openingSearch(search: Address): OpeningSearch {
  return {
    ...textIn(search, 'payment_intent', ID_LENGTH_MAX),
    ...textIn(search, 'opening', ID_LENGTH_MAX),
  };
}

// A malformed id leads to the message that there is nothing to open, like the id of another user's opening.
const ID_LENGTH_MAX = 255;
