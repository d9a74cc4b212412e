// Taking packs out of stock for a buyer.
import { missingPacks, type WantedLine } from '#domain/purchase.ts';
import type { Transaction } from '#engine/database.ts';
import { claimFreePacks, type ClaimedPack } from './places-queries.ts';
import { insertHeldReservation, insertPaidReservation } from './reservations-queries.ts';

type Claim = { reservationId: string; buyerId: string; wanted: WantedLine[] };

/**
 * Sells packs to a buyer whose account is locked, and answers those it got. When they are fewer than
 * wanted, the caller rejects, and its transaction gives back what was claimed. The reservation may be
 * one that ran out.
 */
export async function sellPacks(db: Transaction, sale: Claim): Promise<ClaimedPack[]> {
  const [, packs] = await claimWith(
    db,
    { ...sale, state: 'sold' },
    insertPaidReservation(db, sale.reservationId, sale.buyerId),
  );
  return packs;
}

/** The same, but the packs are only kept for the buyer for some seconds. Answers until when, too. */
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
 * The first claim passes over packs that others are claiming. If that leaves too few, a second one
 * waits for those others: they may still fail, and nobody with funds may be told "sold out" because
 * of a purchase that came to nothing.
 */
async function claimWith<Made>(
  db: Transaction,
  claim: Claim & { state: 'reserved' | 'sold' },
  reservation: Promise<Made>,
): Promise<[Made, ClaimedPack[]]> {
  // Together: the claim refers to the reservation, and they run in the order they are sent.
  const [made, quick] = await Promise.all([
    reservation,
    claimFreePacks(db, { ...claim, skipLocked: true }),
  ]);
  const missing = missingPacks(claim.wanted, quick);
  if (missing.length === 0) return [made, quick];
  const waited = await claimFreePacks(db, { ...claim, wanted: missing, skipLocked: false });
  return [made, [...quick, ...waited]];
}
