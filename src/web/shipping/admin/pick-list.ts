// The cards of some shipments, in the order of the shelves.
import type { ParcelCard, AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { compareOnShelves } from '#domain/shelf-order.ts';

type PickedCard = ParcelCard & { shipmentId: string };
export type PickedSet = { setName: string; cards: PickedCard[] };

/** Sorted by set and then by shelf order, so that the same card for two parcels is taken at once. */
export function pickList(shipments: readonly AdminShipmentDetail[]): PickedSet[] {
  const cards = shipments
    .flatMap((open) => open.cards.map((card) => ({ ...card, shipmentId: open.shipment.id })))
    .toSorted(compareOnShelves);
  const sets = new Map<string, PickedCard[]>();
  for (const card of cards) sets.set(card.setName, [...(sets.get(card.setName) ?? []), card]);
  return Array.from(sets, ([setName, picked]) => ({ setName, cards: picked }));
}
