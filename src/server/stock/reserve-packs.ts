// Takes packs out of stock for a buyer.
import { missingPacks, type WantedLine } from '#domain/purchase.ts';
import type { Transaction } from '#engine/database.ts';
import { claimAvailablePacks, type ClaimedPack } from './places-queries.ts';
import { insertHeldReservation, insertPaidReservation } from './reservations-queries.ts';

type Claim = { reservationId: string; buyerId: string; wanted: WantedLine[] };

/**
 * Sells packs to a buyer whose account is locked, and returns the packs. If there are fewer than
 * wanted, the caller rejects, and the rollback releases the packs. If `sale` names an expired
 * reservation, marks this reservation as paid.
 */
export async function sellPacks(db: Transaction, sale: Claim): Promise<ClaimedPack[]> {
  const [, packs] = await claimWith(
    db,
    { ...sale, state: 'sold' },
    insertPaidReservation(db, sale.reservationId, sale.buyerId),
  );
  return packs;
}

/** Reserves packs for a buyer for some seconds. Like `sellPacks`, but also returns the reservation's end. */
export async function reservePacks(
  db: Transaction,
  claim: Claim & { seconds: number; refs: string[] | undefined },
): Promise<{ packs: ClaimedPack[]; expiresAt: Date }> {
  const [expiresAt, packs] = await claimWith(
    db,
    { ...claim, state: 'reserved' },
    insertHeldReservation(db, claim.reservationId, claim.buyerId, claim.seconds, claim.refs),
  );
  return { packs, expiresAt };
}

/**
 * Claims packs. The first claim skips packs that other purchases are claiming. If too few packs
 * remain, a second claim waits for those purchases, because they may fail, and no buyer may see
 * "sold out" because of a purchase that failed.
 */
async function claimWith<Made>(
  db: Transaction,
  claim: Claim & { state: 'reserved' | 'sold' },
  reservation: Promise<Made>,
): Promise<[Made, ClaimedPack[]]> {
  // One pipeline sends the reservation and the claim. They run in this order, because the claim
  // refers to the reservation.
  const [made, quick] = await Promise.all([
    reservation,
    claimAvailablePacks(db, { ...claim, skipLocked: true }),
  ]);
  const missing = missingPacks(claim.wanted, quick);
  if (missing.length === 0) return [made, quick];
  const waited = await claimAvailablePacks(db, { ...claim, wanted: missing, skipLocked: false });
  return [made, [...quick, ...waited]];
}
