// Taking packs out of stock for a buyer.
import { missingPacks, type WantedLine } from '#domain/purchase.ts';
import type { Database } from '../database/database.ts';
import { insertPaidReservation, sellFreePacks, type ClaimedPack } from './queries.ts';

/**
 * Sells packs to a buyer whose account is locked, and answers those it got. When they are fewer than
 * wanted, the caller rejects, and its transaction gives back what was claimed.
 *
 * The first claim passes over packs that others are claiming. If that leaves too few, a second one
 * waits for those others: they may still fail, and nobody with funds may be told "sold out" because
 * of a purchase that came to nothing.
 */
export async function sellPacks(
  db: Database,
  sale: { reservationId: string; buyerId: string; wanted: WantedLine[] },
): Promise<ClaimedPack[]> {
  // Together: the claim refers to the reservation, and they run in the order they are sent.
  const [, quick] = await Promise.all([
    insertPaidReservation(db, sale.reservationId, sale.buyerId),
    sellFreePacks(db, { ...sale, skipLocked: true }),
  ]);
  const missing = missingPacks(sale.wanted, quick);
  if (missing.length === 0) return quick;
  const waited = await sellFreePacks(db, { ...sale, wanted: missing, skipLocked: false });
  return [...quick, ...waited];
}
