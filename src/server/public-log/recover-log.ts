import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { ownLogHost, storedCheckpoint, LogRefused, refuseUnwritable } from './stored-checkpoint.ts';
import { signersOf } from './log-keys.ts';
import {
  findLog,
  findLogTime,
  findNewestCheckpoint,
  insertEntries,
  insertLog,
} from './log-queries.ts';
import { signLog } from './sign-log.ts';

/**
 * Begins another log if the previous log can't continue, because its database is an old one or its key is lost. The
 * first entry has the operator's reason and the last checkpoint of the previous log. `endDrops`: ends the drops of the
 * previous log. Returns the new log's origin. Throws LogRefused if no log can be signed.
 */
export async function recoverLog(
  context: Context<Database>,
  text: string,
  endDrops: (context: Context<Transaction>) => Promise<void>,
): Promise<string> {
  const { dataDir } = context.config;
  // This check comes before all changes, so that the database never gets a log that can't be signed.
  await refuseUnwritable(dataDir);
  const onDisk = await storedCheckpoint(dataDir);
  const begun = await inTransaction(context.db, async (db) => {
    const last = await findLog(db);
    if (last === null && onDisk === null) throw new LogRefused('There is no log to recover.');
    const stored = last && (await findNewestCheckpoint(db, last.number));
    // This machine may have signed a log that is missing in this database, so the number of that log is skipped too.
    const number = Math.max(last?.number ?? 0, numberOf(onDisk?.origin)) + 1;
    const origin = `${ownLogHost(context)}/log/${number}`;
    const [signer] = signersOf(context, origin);
    if (signer === undefined) throw new LogRefused('LOG_KEYS is not set: the shop has no log.');
    await endDrops({ ...context, db });
    const log = await insertLog(db, { number, origin, key: signer.key.key });
    const before = onDisk?.origin ?? last?.origin;
    const checkpoint = onDisk?.text ?? stored?.note;
    const incident = writeCanonical({
      v: 2,
      kind: 'incident',
      at: await findLogTime(db),
      text,
      ...(before !== undefined && { origin: before }),
      ...(checkpoint !== undefined && { checkpoint }),
    });
    await insertEntries(db, log.number, [incident]);
    return { origin, number };
  });
  // The old checkpoint stays on the disk, because readers who saw it may ask for it.
  const file = join(dataDir, 'log-checkpoint');
  if (onDisk !== null) await rename(file, `${file}.before-${begun.number}`);
  await signLog(context);
  return begun.origin;
}

const numberOf = (origin: string | undefined): number =>
  origin === undefined ? 0 : Number(/\/log\/(\d+)$/.exec(origin)?.[1] ?? 1);
