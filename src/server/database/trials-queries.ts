// The trials in this database: production refuses to use it (choice 149).
import type pg from 'pg';
import { statement, type Database } from '#engine/database.ts';

export type TrialRow = { kind: 'demo' | 'sandbox'; since: Date };

const TRIALS = 'select kind, since from trials order by since';

/** All sources of made-up data in this database; empty if production may open it. */
export async function listTrials(db: Database): Promise<TrialRow[]> {
  return statement(db, TRIALS, []);
}

/**
 * Like `listTrials`, for a database that may not be migrated yet: one that is too old for the table
 * has none.
 */
export async function listKnownTrials(client: pg.ClientBase): Promise<TrialRow[]> {
  const { rows } = await client.query(`select where to_regclass('trials') is not null`);
  return rows.length === 0 ? [] : (await client.query<TrialRow>(TRIALS)).rows;
}

/** Records that the demo is about to write. For the sandbox, the database itself does that. */
export async function insertDemoTrial(db: Database): Promise<void> {
  await statement(db, `insert into trials (kind) values ('demo') on conflict do nothing`, []);
}
