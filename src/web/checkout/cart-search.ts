// The search parameters of a checkout. In a file of their own, because the route table loads them with every page.
import { textIn, textOf, type Address } from '../lists/address-parts.ts';

export type CartSearch = {
  packId?: string;
  quantity?: number;
  /** True: buy the packs in the cart, instead of one pack directly. */
  cart?: true;
};

/** Longer than any pack's id. A long id therefore reaches the shop, which refuses it with its own message. */
const PACK_ID_LENGTH_MAX = 200;

/**
 * Reads `?packId=...&quantity=2`, or `?cart=true`. Unknown parameters are dropped. A wrong quantity such as -1 is kept,
 * so that the shop can say what is wrong.
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

/** The parameters that the card provider adds to the URL when it sends the buyer back. */
export type ReturnSearch = { payment_intent?: string; redirect_status?: string };

export function returnSearch(search: Address): ReturnSearch {
  return {
    ...textIn(search, 'payment_intent', RETURNED_LENGTH_MAX),
    ...textIn(search, 'redirect_status', RETURNED_LENGTH_MAX),
  };
}
