// What was tried out in this database: production stays away from it (choice 149).
import { statement, type Database } from './database.ts';

export type TrialRow = { kind: 'demo' | 'sandbox'; since: Date };

/** All that wrote made-up things here; none in a database that production may open. */
export async function listTrials(db: Database): Promise<TrialRow[]> {
  return statement(db, 'select kind, since from trials order by since', []);
}

/** Notes that the demo is about to write. The sandbox is noted by the database itself. */
export async function insertDemoTrial(db: Database): Promise<void> {
  await statement(db, `insert into trials (kind) values ('demo') on conflict do nothing`, []);
}
