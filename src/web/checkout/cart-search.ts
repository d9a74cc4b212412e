// Apart from the cart, because the route table reads it on every page.

/** What the address of a checkout may say. */
export type CartSearch = {
  packId?: string;
  quantity?: number;
  /** The packs that were put into the cart, instead of one that is bought at once. */
  cart?: true;
};

/** Reads `?packId=...&quantity=2`, or `?cart=true`; what is not understood is left out. */
export function cartSearch(search: Record<string, unknown>): CartSearch {
  const quantity = Number(search['quantity']);
  return {
    ...(typeof search['packId'] === 'string' ? { packId: search['packId'] } : {}),
    ...(Number.isInteger(quantity) && quantity >= 1 ? { quantity } : {}),
    ...(String(search['cart']) === 'true' ? { cart: true as const } : {}),
  };
}

/** What the card provider adds to the address it sends a shopper back to. */
export type ReturnSearch = { payment_intent?: string; redirect_status?: string };

export function returnSearch(search: Record<string, unknown>): ReturnSearch {
  const { payment_intent: intent, redirect_status: status } = search;
  return {
    ...(typeof intent === 'string' ? { payment_intent: intent } : {}),
    ...(typeof status === 'string' ? { redirect_status: status } : {}),
  };
}
