// Takes packs out of stock for a buyer.
import { missingPacks, type WantedLine } from '#domain/purchase.ts';
import type { Transaction } from '#engine/database.ts';
import { claimFreePacks, type ClaimedPack } from './places-queries.ts';
import { insertHeldReservation, insertPaidReservation } from './reservations-queries.ts';

type Claim = { reservationId: string; buyerId: string; wanted: WantedLine[] };

/**
 * Sells packs to a buyer whose account is locked, and returns those it got. If they are fewer than
 * wanted, the caller rejects, and the rollback releases what was claimed. The reservation may be an
 * expired one.
 */
export async function sellPacks(db: Transaction, sale: Claim): Promise<ClaimedPack[]> {
  const [, packs] = await claimWith(
    db,
    { ...sale, state: 'sold' },
    insertPaidReservation(db, sale.reservationId, sale.buyerId),
  );
  return packs;
}

/**
 * The same, but the packs are only reserved for the buyer for some seconds. Also returns the end.
 */
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
 * The first claim skips packs that others are claiming. If that leaves too few, a second one waits
 * for those others: they may still fail, and no buyer with funds may see "sold out" because of a
 * purchase that failed.
 */
async function claimWith<Made>(
  db: Transaction,
  claim: Claim & { state: 'reserved' | 'sold' },
  reservation: Promise<Made>,
): Promise<[Made, ClaimedPack[]]> {
  // In one pipeline: the claim refers to the reservation, and they run in the order in which they
  // are sent.
  const [made, quick] = await Promise.all([
    reservation,
    claimFreePacks(db, { ...claim, skipLocked: true }),
  ]);
  const missing = missingPacks(claim.wanted, quick);
  if (missing.length === 0) return [made, quick];
  const waited = await claimFreePacks(db, { ...claim, wanted: missing, skipLocked: false });
  return [made, [...quick, ...waited]];
}
