// Queries of the trials in a database. A production shop refuses a database with trials (choice
// 149).
import type pg from 'pg';
import { statement, type Database } from '#engine/database.ts';

export type TrialRow = { kind: 'demo' | 'sandbox'; since: Date };

const TRIALS = 'select kind, since from trials order by since';

/** Lists the kinds of made-up data in this database. If the list is empty, production may open the database. */
export async function listTrials(db: Database): Promise<TrialRow[]> {
  return statement(db, TRIALS, []);
}

/**
 * Like `listTrials`, but for a database that may not be migrated yet. If the database is too old
 * for the table, it has no trials.
 */
export async function listKnownTrials(client: pg.ClientBase): Promise<TrialRow[]> {
  const { rows } = await client.query(`select where to_regclass('trials') is not null`);
  return rows.length === 0 ? [] : (await client.query<TrialRow>(TRIALS)).rows;
}

/**
 * Marks the database before the demo writes to it. When the sandbox writes, the database sets its
 * mark itself.
 */
export async function insertDemoTrial(db: Database): Promise<void> {
  await statement(db, `insert into trials (kind) values ('demo') on conflict do nothing`, []);
}
