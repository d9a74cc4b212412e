// The state of an order, as operators see it (docs/product.md §13).

/**
 * With `open`, the money may still arrive. With `paid`, the order was delivered. With `refunded`, some or all packs
 * came back unopened. With `canceled`, the order ended without a delivery.
 */
export const ORDER_STATES = ['open', 'paid', 'refunded', 'canceled'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/**
 * Why an operator should look at an order. `return_asked` means that the buyer asks to return sealed packs.
 * `opened_before_refund` means that packs were returned after the buyer had opened other packs of the order.
 */
export const ORDER_FLAGS = ['return_asked', 'opened_before_refund'] as const;
export type OrderFlag = (typeof ORDER_FLAGS)[number];
