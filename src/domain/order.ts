// The state of an order, as operators see it (docs/product.md §13).

/**
 * `open`: its money may still arrive. `paid`: it was delivered. `refunded`: some or all of its packs came
 * back unopened. `canceled`: it ended without being delivered.
 */
export const ORDER_STATES = ['open', 'paid', 'refunded', 'canceled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * What of an order an operator should look at. `return_asked`: its buyer asks to return sealed packs.
 * `opened_before_refund`: its packs came back after others were opened.
 */
export const ORDER_FLAGS = ['return_asked', 'opened_before_refund'] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];
