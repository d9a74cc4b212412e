import { statement, type Database } from '#engine/database.ts';

/**
 * Finds a public number that the shop has fetched and verified. Returns null if the shop does not
 * have it yet.
 */
export async function findBeacon(
  db: Database,
  chain: string,
  round: number,
): Promise<{ round: number; signature: string; source: string } | null> {
  const [row] = await statement<{ round: number; signature: string; source: string }>(
    db,
    `select round, encode(signature, 'hex') as signature, source from beacons where chain = $1 and round = $2`,
    [chain, round],
  );
  return row ?? null;
}

export async function insertBeacon(
  db: Database,
  chain: string,
  { round, signature, source }: { round: number; signature: string; source: string },
): Promise<void> {
  await statement(
    db,
    `insert into beacons (chain, round, signature, source) values ($1, $2, decode($3, 'hex'), $4) on conflict do nothing`,
    [chain, round, signature, source],
  );
}
