import { PACK_STATE_WORDS } from '#domain/stock-words.ts';
import type { PackState } from '#domain/stock.ts';
import type { CardMove, PackMove } from '#domain/stock-moves.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONES: Record<PackState, BadgeTone> = {
  intake: 'outline',
  available: 'brand',
  waiting: 'outline',
  reserved: 'warn',
  sold: 'plain',
  disputed: 'danger',
  opened: 'plain',
  withdrawn: 'danger',
};

export function PackStateBadge({ state }: { state: PackState }) {
  return <Badge tone={TONES[state]}>{PACK_STATE_WORDS[state]}</Badge>;
}

export const PACK_MOVE_WORDS: Record<PackMove, string> = {
  taken_in: 'Taken in',
  reserved: 'Reserved for a buyer',
  sold: 'Sold',
  returned: 'Returned unopened',
  opened: 'Opened',
  withdrawn: 'Taken off sale',
  put_back: 'Put back on sale',
  looked_into: 'Looked inside',
};

export const CARD_MOVE_WORDS: Record<CardMove, string> = {
  opened: 'Pack opened',
  shipment_begun: 'Held for a shipment that was not paid for',
  shipment_requested: 'Shipment requested',
  shipment_cancelled: 'Shipment cancelled',
  shipped: 'Shipped',
  delivered: 'Delivered',
  expired: 'Locked: its thirty days were over',
  released: 'Released for thirty more days',
  sold: 'Sold back',
  converted: 'Converted to credits',
  disputed: 'Locked: its payment is disputed',
  reclaimed: 'Taken back: its payment was refunded or lost',
  lost: 'Booked as a loss',
};
