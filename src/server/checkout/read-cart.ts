// Parses the client's cart into a number of packs per type.
import type { Input } from '#contract/endpoint.ts';
import type { checkEligibility } from '#contract/checkout.ts';
import type { SingleOffer, WantedLine } from '#domain/purchase.ts';
import { Rejection } from '#domain/rejection.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { listSingleOffers } from '../singles/house-cards-queries.ts';
import { listTypesOfPacks } from '../stock/places-queries.ts';
import type { Database } from '#engine/database.ts';

// Maximum number of packs per cart. It is enough for any buyer, but too small to empty a warehouse.
const CART_PACKS_MAX = 100;

/**
 * Sums the lines of a cart by pack type, sorted by type, so that all purchases lock in the same order. The id of a
 * physical pack counts as one pack of its type, because buyers can't choose the pack that they get. Rejects with
 * PACK_NOT_FOUND.
 */
export async function readCart(
  db: Database,
  cart: Input<typeof checkEligibility>['packs'],
): Promise<WantedLine[]> {
  const physicalIds = cart.map((line) => line.packId).filter((id) => UUID_FORM.test(id));
  const types = physicalIds.length === 0 ? [] : await listTypesOfPacks(db, physicalIds);
  const quantities = new Map<string, number>();
  for (const { packId, quantity } of cart) {
    const isPhysical = UUID_FORM.test(packId);
    const packTypeId = isPhysical
      ? types.find((type) => type.id === packId.toLowerCase())?.pack_type_id
      : packId;
    if (packTypeId === undefined) throw new Rejection('PACK_NOT_FOUND');
    quantities.set(packTypeId, (quantities.get(packTypeId) ?? 0) + quantity);
  }
  const packs = [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (packs > CART_PACKS_MAX) {
    throw new Rejection('VALIDATION_ERROR', `A cart holds at most ${CART_PACKS_MAX} packs`);
  }
  return [...quantities]
    .map(([packTypeId, quantity]) => ({ packTypeId, quantity }))
    .toSorted((a, b) => (a.packTypeId < b.packTypeId ? -1 : 1));
}

/**
 * Reads what the shop asks for the singles of a cart, in its order. Sends no statement for a cart without singles.
 * Rejects with SINGLE_UNAVAILABLE if the shop does not have one of them.
 */
export async function readSingles(
  db: Database,
  buyerId: string,
  ids: readonly string[] | undefined,
): Promise<SingleOffer[]> {
  if (ids === undefined || ids.length === 0) return [];
  const distinct = [...new Set(ids.map((id) => id.toLowerCase()))];
  const offers = await listSingleOffers(db, buyerId, distinct);
  if (offers.length < distinct.length) throw new Rejection('SINGLE_UNAVAILABLE');
  return offers;
}
