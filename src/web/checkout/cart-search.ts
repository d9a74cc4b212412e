// Apart from the cart, because the route table reads it on every page.
import { textIn, textOf, type Address } from '../lists/address-parts.ts';

/** What the address of a checkout may say. */
export type CartSearch = {
  packId?: string;
  quantity?: number;
  /** The packs that were put into the cart, instead of one that is bought at once. */
  cart?: true;
};

/** Longer than any; the shop refuses it with its sentence. */
const PACK_ID_LENGTH_MAX = 200;

/**
 * Reads `?packId=...&quantity=2`, or `?cart=true`; what is not understood is left out. An id or a number that no pack can
 * have is kept: the shop says what is wrong with it.
 */
export function cartSearch(search: Address): CartSearch {
  const quantity = textOf(search['quantity']);
  return {
    ...textIn(search, 'packId', PACK_ID_LENGTH_MAX),
    ...(/^-?\d{1,9}(\.\d{1,9})?$/.test(quantity) ? { quantity: Number(quantity) } : {}),
    ...(String(search['cart']) === 'true' ? { cart: true as const } : {}),
  };
}

const RETURNED_LENGTH_MAX = 255;

/** What the card provider adds to the address it sends a shopper back to. */
export type ReturnSearch = { payment_intent?: string; redirect_status?: string };

export function returnSearch(search: Address): ReturnSearch {
  return {
    ...textIn(search, 'payment_intent', RETURNED_LENGTH_MAX),
    ...textIn(search, 'redirect_status', RETURNED_LENGTH_MAX),
  };
}
