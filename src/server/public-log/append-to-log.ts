import { hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical, type Canonical } from '#domain/packproof/canon.ts';
import { readLogEntry, type LogEntry } from '#domain/packproof/log-objects.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { ownLogHost, LogRefused, refuseFork } from './stored-checkpoint.ts';
import { signersOf } from './log-keys.ts';
import { findLog, insertEntries, insertLog, type LogRow } from './log-queries.ts';

export type Appended = { index: number; text: string; hash: string };

/**
 * Adds entries to the log inside the caller's transaction. The next checkpoint covers these entries. Call this last in
 * the transaction, because it waits for other writers. Throws LogRefused if the log can't be extended.
 */
export async function appendToLog(
  context: Context<Transaction>,
  entries: LogEntry[],
): Promise<Appended[]> {
  const log = await logToWrite(context);
  const texts = entries.map((entry) => {
    const text = writeCanonical(entry as unknown as Canonical);
    readLogEntry(text);
    return text;
  });
  const rows = await insertEntries(context.db, log.number, texts);
  return rows.map(({ index, data, hash }) => ({
    index,
    text: data,
    hash: hexOf(new Uint8Array(hash)),
  }));
}

/** Returns the current log. If there is none, begins the first log. Throws LogRefused if the log can't be extended. */
export async function logToWrite(context: Context<Transaction>): Promise<LogRow> {
  await refuseFork(context);
  const log = await findLog(context.db);
  if (log !== null) return log;
  const origin = originOf(context);
  const [signer] = signersOf(context, origin);
  if (signer === undefined) throw new LogRefused('LOG_KEYS is not set: the shop has no log.');
  return insertLog(context.db, { number: 1, origin, key: signer.key.key });
}

/** The origin of this shop's first log. */
const originOf = (context: Pick<Context, 'config'>): string => `${ownLogHost(context)}/log`;
