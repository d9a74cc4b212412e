import { inTransaction, type Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { appendToLog } from './append-to-log.ts';
import { findLog, findLogTime, findVerifier, lockLog } from './log-queries.ts';

/**
 * Tells the log in force which verifier the shop hands out, where it has not told so last; answers the number of that log, null
 * where there is none. A shop that hands somebody another file can be held to what it told everybody. `told`: the log that this
 * process told before, which it does not tell again: another one may hand out another file by now.
 */
export async function tellVerifier(
  context: Context<Database>,
  file: string,
  told: number | null = null,
): Promise<number | null> {
  const log = await findLog(context.db);
  if (log === null) return null;
  if (log.number === told) return told;
  if ((await findVerifier(context.db, log.number)) === file) return log.number;
  return inTransaction(context.db, async (db) => {
    await lockLog(db);
    const { number } = (await findLog(db))!;
    if ((await findVerifier(db, number)) === file) return number;
    const at = await findLogTime(db);
    await appendToLog({ ...context, db }, [{ v: 2, kind: 'verifier', file, at }]);
    return number;
  });
}
