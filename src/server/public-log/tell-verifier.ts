import { inTransaction, type Database } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { appendToLog } from './append-to-log.ts';
import { findLog, findLogTime, findVerifier, lockLog } from './log-queries.ts';

/**
 * Tells the log which verifier the shop hands out, where it has not told so last; answers whether there is a log to tell. A
 * shop that hands somebody another file can be held to what it told everybody.
 */
export async function tellVerifier(context: Context<Database>, file: string): Promise<boolean> {
  const log = await findLog(context.db);
  if (log === null) return false;
  if ((await findVerifier(context.db, log.number)) === file) return true;
  await inTransaction(context.db, async (db) => {
    await lockLog(db);
    const inForce = await findLog(db);
    if ((await findVerifier(db, inForce!.number)) === file) return;
    const at = await findLogTime(db);
    await appendToLog({ ...context, db }, [{ v: 2, kind: 'verifier', file, at }]);
  });
  return true;
}
