/**
 * The types of events that the shop publishes to webhooks and to its own metrics (docs/webhooks.md). The word before
 * the dot is what the event is about.
 */
export const EVENT_TYPES = [
  'order.paid',
  'order.opened',
  'order.refunded',
  'money.moved',
  'card.sold',
  'card.converted',
  'parcel.requested',
  'parcel.packed',
  'parcel.shipped',
  'parcel.delivered',
  'parcel.cancelled',
  'parcel.lost',
  'dispute.opened',
  'dispute.decided',
  'drop.published',
  'drop.opened',
  'drop.paused',
  'drop.closed',
  'stock.low',
  'price.jumped',
  'person.joined',
  'person.erased',
  'webhook.tested',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The types that an endpoint can listen to. A test goes to the endpoint that is tested. */
export const HEARD_TYPES = EVENT_TYPES.filter((type) => type !== 'webhook.tested');

export type HeardType = (typeof HEARD_TYPES)[number];
