// What addresses say of a pack to open.
import { textIn, textOf, type Address } from '../lists/address-parts.ts';

/** The payment intent that `/?openPack=` names; any other value opens nothing. */
export function paymentToOpen(search: Address): { openPack?: string } {
  const openPack = textOf(search['openPack']);
  return /^pi_\w{1,250}$/.test(openPack) ? { openPack } : {};
}

/** The query of the page: the payment, or the opening that is watched again, if one is named. */
export type OpeningSearch = { payment_intent?: string; opening?: string };

export function openingSearch(search: Address): OpeningSearch {
  return {
    ...textIn(search, 'payment_intent', ID_LENGTH_MAX),
    ...textIn(search, 'opening', ID_LENGTH_MAX),
  };
}

// One that can't be is told that there is nothing to open, as of one that is somebody else's.
const ID_LENGTH_MAX = 255;
