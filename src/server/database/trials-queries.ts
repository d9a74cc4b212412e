// What was tried out in this database: production stays away from it (choice 149).
import type pg from 'pg';
import { statement, type Database } from '#engine/database.ts';

export type TrialRow = { kind: 'demo' | 'sandbox'; since: Date };

const TRIALS = 'select kind, since from trials order by since';

/** All that wrote made-up things here; none in a database that production may open. */
export async function listTrials(db: Database): Promise<TrialRow[]> {
  return statement(db, TRIALS, []);
}

/** The same of a database that may not be migrated yet: one that is too old to know names none. */
export async function listKnownTrials(client: pg.ClientBase): Promise<TrialRow[]> {
  const { rows } = await client.query(`select where to_regclass('trials') is not null`);
  return rows.length === 0 ? [] : (await client.query<TrialRow>(TRIALS)).rows;
}

/** Notes that the demo is about to write. The sandbox is noted by the database itself. */
export async function insertDemoTrial(db: Database): Promise<void> {
  await statement(db, `insert into trials (kind) values ('demo') on conflict do nothing`, []);
}
