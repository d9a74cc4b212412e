// What happened to an order, a person, a parcel or a card, as operators see it (docs/product.md §13).
import { CARD_MOVES } from './stock-moves.ts';

/** What has a timeline, by the kind of its subject in the audit log. */
export const TIMELINE_KINDS = ['order', 'user', 'shipment', 'card'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** An `act` is an entry of the audit log. A card's moves are events too. */
export const TIMELINE_EVENTS = [
  ...CARD_MOVES,
  'note',
  'act',
  'signed_up',
  'ordered',
  'paid',
  'packs_opened',
  'packs_returned',
  'return_asked',
  'refund_begun',
  'refunded',
  'refund_failed',
  'payment_disputed',
  'dispute_decided',
  'parcel_requested',
  'cards_added',
  'packed',
  'cancelled',
  'parcel_lost',
] as const;
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

/** A timeline shows this many events, the newest ones. */
export const TIMELINE_MOST = 100;

export const NOTE_LENGTH_MAX = 2_000;
