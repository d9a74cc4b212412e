// The search parameters of a checkout. This is a separate file, because the route table loads it with every page.
import { textIn, parameterText, type Address } from '../lists/address-parts.ts';

export type CartSearch = {
  packId?: string;
  quantity?: number;
  /** A single that is bought directly, by its id. */
  single?: string;
  /** If true, the checkout sells what is in the cart instead of one thing that is bought directly. */
  cart?: true;
};

/**
 * This is longer than the id of any pack, so that a wrong id still reaches the shop, which refuses it with its own
 * message.
 */
const PACK_ID_LENGTH_MAX = 200;

/**
 * Reads `?packId=...&quantity=2`, `?single=...` or `?cart=true`. Unknown parameters are dropped. An invalid quantity such as -1 is
 * not dropped, so that the shop can say what is wrong with it.
 */
export function cartSearch(search: Address): CartSearch {
  const quantity = parameterText(search['quantity']);
  return {
    ...textIn(search, 'packId', PACK_ID_LENGTH_MAX),
    ...textIn(search, 'single', PACK_ID_LENGTH_MAX),
    ...(/^-?\d{1,9}(\.\d{1,9})?$/.test(quantity) ? { quantity: Number(quantity) } : {}),
    ...(String(search['cart']) === 'true' ? { cart: true as const } : {}),
  };
}

const RETURNED_LENGTH_MAX = 255;

/** Parameters that the card provider adds to the URL when it sends the buyer back to the shop. */
export type ReturnSearch = { payment_intent?: string; redirect_status?: string };

export function returnSearch(search: Address): ReturnSearch {
  return {
    ...textIn(search, 'payment_intent', RETURNED_LENGTH_MAX),
    ...textIn(search, 'redirect_status', RETURNED_LENGTH_MAX),
  };
}
