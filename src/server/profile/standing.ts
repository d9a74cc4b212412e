import { obligationsOf, type Obligation } from '#domain/leaving.ts';
import type { Database } from '../database/database.ts';
import { listStandingPayments, listStandingShipments } from './profile-queries.ts';

/** What stands in the way of erasing an account, as the books say now. */
export async function readObligations(db: Database, userId: string): Promise<Obligation[]> {
  const [payments, shipments] = await Promise.all([
    listStandingPayments(db, userId),
    listStandingShipments(db, userId),
  ]);
  return obligationsOf(payments, shipments);
}
