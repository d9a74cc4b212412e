// Stores the last signed checkpoint beside the keys, outside of the database. If the database lacks entries of this
// checkpoint (because it is a restored backup or a copy on another machine), signing would fork the log. In that case
// the shop refuses to sign.
import { access, constants, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { isSame } from '#domain/packproof/bytes.ts';
import { isLogAt, logHostOf } from '#domain/packproof/log-host.ts';
import { readCheckpoint, type Checkpoint } from '#domain/packproof/checkpoint.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { countEntries, findLog, findLogBy, findRoot } from './log-queries.ts';

/** Thrown if the log can't be signed or extended. The message tells the operator the reason. */
export class LogRefused extends Error {
  override readonly name = 'LogRefused';
}

const fileOf = (dataDir: string) => join(dataDir, 'log-checkpoint');

/** Returns the checkpoint that this machine signed last, or null if it has signed none. */
export async function storedCheckpoint(
  dataDir: string,
): Promise<(Checkpoint & { text: string }) | null> {
  try {
    const text = await readFile(fileOf(dataDir), 'utf8');
    return { ...readCheckpoint(text), text };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw code === undefined ? error : unusable(dataDir, 'read', error);
  }
}

/** Stores a checkpoint before anybody sees it. When this returns, the file is on the disk. */
export async function storeCheckpoint(dataDir: string, note: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    const file = await open(`${fileOf(dataDir)}.new`, 'w', 0o600);
    try {
      await file.writeFile(note);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${fileOf(dataDir)}.new`, fileOf(dataDir));
  } catch (error) {
    throw unusable(dataDir, 'written', error);
  }
}

/** Throws LogRefused if no checkpoint could be stored. */
export async function refuseUnwritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, 'written', error);
  }
}

const unusable = (dataDir: string, how: 'read' | 'written', cause: unknown): LogRefused =>
  new LogRefused(
    `The log is not signed: its last checkpoint can't be ${how} in DATA_DIR (${dataDir}): ${(cause as Error).message}.`,
    { cause },
  );

/** The beginning of the name of this shop's logs. */
export const ownLogHost = ({ config }: Pick<Context, 'config'>): string =>
  logHostOf(new URL(config.publicUrl));

const SEE = 'npm run shop -- log recover begins another log, and tells why (docs/operators.md).';

/**
 * Throws LogRefused if the log belongs to a shop at another address, or if this database lacks entries that this
 * machine has signed.
 */
export async function refuseFork(context: Context<Database>): Promise<void> {
  const { db, config } = context;
  const [log, stored] = await Promise.all([findLog(db), storedCheckpoint(config.dataDir)]);
  if (log !== null && !isLogAt(log.origin, new URL(config.publicUrl))) {
    throw new LogRefused(
      `The log is that of ${log.origin}, and this shop is at ${ownLogHost(context)}: a copy signs nothing.`,
    );
  }
  if (stored === null) return;
  const signed = await findLogBy(db, stored.origin);
  if (signed === null) {
    throw new LogRefused(`The database knows nothing of the log ${stored.origin}. ${SEE}`);
  }
  const size = await countEntries(db, signed.number);
  if (size < stored.size) {
    throw new LogRefused(
      `The database is behind its log: it has ${size} entries, and ${stored.size} were signed. ${SEE}`,
    );
  }
  if (!isSame(new Uint8Array(await findRoot(db, signed.number, stored.size)), stored.root)) {
    throw new LogRefused(`The database has other entries than those that were signed. ${SEE}`);
  }
}
