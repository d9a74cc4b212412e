import { inTransaction, type Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { appendToLog } from './append-to-log.ts';
import { findLog, findLogTime, findVerifier, lockLog } from './log-queries.ts';

/**
 * Publishes in the current log which verifier the shop serves, unless the log already names this verifier as the last
 * one. So a visitor who got another file can prove it. `told`: the log in which this process has already published its
 * verifier. It publishes only once in each log, because another process may meanwhile serve a newer file. Returns the
 * number of the current log, or null if there is none.
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
