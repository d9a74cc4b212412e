import { obligationsOf, type Obligation } from '#domain/leaving.ts';
import type { Database } from '#engine/database.ts';
import { listOpenClaims, listOpenPayments, listOpenShipments } from './profile-queries.ts';

/** Lists the reasons why an account can't be erased at present. */
export async function readObligations(db: Database, userId: string): Promise<Obligation[]> {
  const [payments, shipments, claims] = await Promise.all([
    listOpenPayments(db, userId),
    listOpenShipments(db, userId),
    listOpenClaims(db, userId),
  ]);
  return obligationsOf(payments, shipments, claims);
}
