// Describes shipments in words.
import type { Shipment } from '#contract/shipping.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '#domain/shipping.ts';
import type { BadgeTone } from '../ui/badge.tsx';

export const SHIPMENT_WORDS: Record<ShipmentStatus, { word: string; tone: BadgeTone }> = {
  requested: { word: 'Requested', tone: 'warn' },
  packed: { word: 'Packed', tone: 'warn' },
  shipped: { word: 'Shipped', tone: 'outline' },
  delivered: { word: 'Delivered', tone: 'brand' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
  lost: { word: 'Lost', tone: 'danger' },
};

/** Describes the contents of a parcel in a few words: "Mewtwo ex and 2 more". */
export function contentsOf({ cards }: Pick<Shipment, 'cards'>): string {
  const [first, ...rest] = cards;
  if (first === undefined) return 'No cards';
  return rest.length === 0 ? first.name : `${first.name} and ${rest.length} more`;
}

/** A stage of a parcel's progress. `at`: when the parcel reached the stage; null if it has not reached it yet. */
export type Station = { status: ShipmentStatus; at: Date | null };

/** Returns the stages that the parcel has reached, then those to come. A cancelled or lost parcel has none to come. */
export function stationsOf({ events }: Pick<Shipment, 'events'>): Station[] {
  const isOver = events.some(({ status }) => isEnd(status));
  const passed = new Set(events.map(({ status }) => status));
  const ahead = SHIPMENT_STATUSES.filter((status) => !isEnd(status) && !passed.has(status)).map(
    (status) => ({ status, at: null }),
  );
  return [...events, ...(isOver ? [] : ahead)];
}

const isEnd = (status: ShipmentStatus) => status === 'cancelled' || status === 'lost';
