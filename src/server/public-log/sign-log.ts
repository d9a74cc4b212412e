import { join } from 'node:path';
import { bytesOfHex, hexOf, isSame } from '#domain/packproof/bytes.ts';
import { writeNote, readVerifierKey } from '#domain/packproof/note.ts';
import { inTransaction, statement, type Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { refuseOlderThanSeen } from './ask-witnesses.ts';
import { storeCheckpoint, LogRefused, refuseFork, refuseUnwritable } from './stored-checkpoint.ts';
import { currentKeys, KEYS_FILE, signersOf } from './log-keys.ts';
import {
  countEntries,
  findKeyEntries,
  findLog,
  findNewestCheckpoint,
  findRoot,
  findTicketKeys,
  insertCheckpoint,
  type LogRow,
} from './log-queries.ts';
import { proofPrimitives, signCheckpoint, type Signer } from './proof-primitives.ts';

/** The lock under which only one process signs at a time, because each checkpoint must follow the previous one. */
const SIGNING = 7_046_022;

/**
 * Signs the entries that no checkpoint covers yet, and returns whether there were any. The checkpoint is stored on this
 * machine's disk before anybody sees it. Throws LogRefused if the log can't be signed.
 */
export async function signLog(context: Context<Database>): Promise<boolean> {
  const standing = await findUnsigned(context.db);
  if (standing === null) return false;
  // The witnesses are asked whether another machine has signed entries that this database has lost. This comes before
  // the transaction, because it calls other servers.
  await refuseOlderThanSeen(context);
  return inTransaction(context.db, async (db) => {
    await statement(db, 'select pg_advisory_xact_lock($1)', [SIGNING]);
    const unsigned = await findUnsigned(db);
    if (unsigned === null) return false;
    const { log, size, covered } = unsigned;
    await refuseFork({ ...context, db });
    const signers = await signersFor({ ...context, db }, log, covered);
    const root = new Uint8Array(await findRoot(db, log.number, size));
    const note = writeNote(signCheckpoint({ origin: log.origin, size, root }, signers));
    await storeCheckpoint(context.config.dataDir, note);
    insertCheckpoint(db, log.number, size, note);
    return true;
  });
}

/**
 * Returns the current log, its size, and the size of its newest checkpoint. Returns null if that checkpoint covers all
 * entries.
 */
async function findUnsigned(
  db: Database,
): Promise<{ log: LogRow; size: number; covered: number } | null> {
  const log = await findLog(db);
  if (log === null) return null;
  const [size, newest] = await Promise.all([
    countEntries(db, log.number),
    findNewestCheckpoint(db, log.number),
  ]);
  const covered = newest?.size ?? 0;
  return size > covered ? { log, size, covered } : null;
}

/**
 * Returns the signers of the next checkpoint. The current key always signs. A retired key signs the first checkpoint
 * after its retirement, and all later checkpoints while a drop is open whose tickets it signs.
 */
async function signersFor(
  context: Context<Database>,
  log: LogRow,
  covered: number,
): Promise<Signer[]> {
  const held = signersOf({ logKeys: await currentKeys(context) }, log.origin);
  const [entries, ticketKeys] = await Promise.all([
    findKeyEntries(context.db, log.number),
    findTicketKeys(context.db, log.number),
  ]);
  const known = [
    { index: -1, key: new Uint8Array(log.key) },
    ...entries.map(({ index, vkey }) => ({
      index,
      key: readVerifierKey(proofPrimitives, vkey, 'log').key,
    })),
  ];
  return known.toReversed().flatMap(({ key }, back) => {
    const successor = known[known.length - back];
    const isNeeded =
      successor === undefined || successor.index >= covered || ticketKeys.includes(hexOf(key));
    if (!isNeeded) return [];
    const signer = held.find((one) => isSame(one.key.key, key));
    if (signer !== undefined) return [signer];
    throw new LogRefused(
      `${placeOfKeys(context)} lacks a key that signs the log ${log.origin}: ${hexOf(key)}. Without it: npm run shop -- log recover.`,
    );
  });
}

const placeOfKeys = ({ logKeys, config }: Pick<Context, 'logKeys' | 'config'>): string =>
  logKeys.areStored ? join(config.dataDir, KEYS_FILE) : 'LOG_KEYS';

/**
 * Throws LogRefused if the next checkpoint could not be signed, also if it is the first one of a new log. Doesn't ask
 * the witnesses: `refuseOlderThanSeen` does.
 */
export async function refuseUnsignable(context: Context<Database>): Promise<void> {
  const { db, logKeys, config } = context;
  await refuseFork(context);
  const log = await findLog(db);
  if (log !== null) {
    const newest = await findNewestCheckpoint(db, log.number);
    await signersFor(context, log, newest?.size ?? 0);
  } else if (logKeys.seeds.length === 0) {
    throw new LogRefused('LOG_KEYS is not set: the shop has no log.');
  }
  await refuseUnwritable(config.dataDir);
}

/**
 * Returns the signer of a drop's tickets, by the key in the drop's manifest, or null if the shop no longer has this
 * key.
 */
export async function signerOfTickets(
  context: Pick<Context, 'logKeys' | 'config'>,
  origin: string,
  ticketKey: string,
): Promise<Signer | null> {
  const known = knownSigners.get(`${origin} ${ticketKey}`);
  if (known !== undefined) return known;
  const key = bytesOfHex(ticketKey);
  const signers = signersOf({ logKeys: await currentKeys(context) }, origin);
  const signer = signers.find((one) => isSame(one.key.key, key));
  if (signer === undefined) return null;
  knownSigners.set(`${origin} ${ticketKey}`, signer);
  return signer;
}

/**
 * Signers by log and key. They are cached because purchases wait for their tickets' signatures, and
 * reading and deriving the keys takes time.
 */
const knownSigners = new Map<string, Signer>();

/** The current key of a log. */
export async function keyInForce(db: Database, log: LogRow): Promise<Uint8Array> {
  const newest = (await findKeyEntries(db, log.number)).at(-1);
  if (newest === undefined) return new Uint8Array(log.key);
  return readVerifierKey(proofPrimitives, newest.vkey, 'log').key;
}
