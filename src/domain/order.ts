// The state of an order, as operators see it (docs/product.md §13).

/**
 * `open`: the money may still arrive. `paid`: the order was delivered. `refunded`: some or all packs came back
 * unopened. `canceled`: the order ended without a delivery.
 */
export const ORDER_STATES = ['open', 'paid', 'refunded', 'canceled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Why an operator should look at an order. `return_asked`: the buyer asks to return sealed packs.
 * `opened_before_refund`: packs were returned after the buyer had opened others.
 */
export const ORDER_FLAGS = ['return_asked', 'opened_before_refund'] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];
