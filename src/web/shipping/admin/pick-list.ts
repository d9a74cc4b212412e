// Lists the cards of several shipments in the order of the shelves.
import type { ParcelCard, AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { compareOnShelves } from '#domain/shelf-order.ts';

/** `box`: the place of the card's parcel in the list of parcels, from 1. Packers put its cards into this box. */
export type PickedCard = ParcelCard & { shipmentId: string; box: number };

/** A shelf of singles, or the place of a set. */
export type PickedPlace = { place: string; cards: PickedCard[] };

/**
 * Returns the cards grouped by place, in the order of the shelves. If two parcels need the same card, its copies are
 * next to each other, so that the packer takes both at once.
 */
export function pickList(shipments: readonly AdminShipmentDetail[]): PickedPlace[] {
  const cards = shipments
    .flatMap((open, at) =>
      open.cards.map((card) => ({ ...card, shipmentId: open.shipment.id, box: at + 1 })),
    )
    .toSorted(compareOnShelves);
  const places = Map.groupBy(cards, ({ shelf, setName }) =>
    shelf === null ? setName : `Shelf ${shelf}`,
  );
  return Array.from(places, ([place, picked]) => ({ place, cards: picked }));
}
