// Separate from the cart, because the route table needs it on every page.
import { textIn, textOf, type Address } from '../lists/address-parts.ts';

/** The search parameters of a checkout. */
export type CartSearch = {
  packId?: string;
  quantity?: number;
  /** The packs in the cart, instead of one pack that is bought directly. */
  cart?: true;
};

/** Longer than any pack's id; the shop refuses such an id with its own message. */
const PACK_ID_LENGTH_MAX = 200;

/**
 * Reads `?packId=...&quantity=2`, or `?cart=true`; unknown values are dropped. An invalid id or quantity is passed on,
 * so that the shop explains what is wrong with it.
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

/** The parameters that the card provider adds to the return URL. */
export type ReturnSearch = { payment_intent?: string; redirect_status?: string };

export function returnSearch(search: Address): ReturnSearch {
  return {
    ...textIn(search, 'payment_intent', RETURNED_LENGTH_MAX),
    ...textIn(search, 'redirect_status', RETURNED_LENGTH_MAX),
  };
}
