import { isSame } from '#domain/packproof/bytes.ts';
import { writeVerifierKey } from '#domain/packproof/note.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { appendToLog, logToWrite } from './append-to-log.ts';
import { LogRefused } from './stored-checkpoint.ts';
import { currentKeys, storeLogKeys, newSeed, signersOf } from './log-keys.ts';
import { findLog, findLogTime, hasManifest, lockLog } from './log-queries.ts';
import { proofPrimitives } from './proof-primitives.ts';
import { keyInForce, signLog } from './sign-log.ts';

/**
 * Puts another key in force: the first key of LOG_KEYS, or a new key in the data directory. An entry of the log records
 * the new key, and both keys sign it. Returns the new key in its published form. Throws LogRefused if the log can't
 * rotate.
 */
export async function rotateLog(context: Context<Database>): Promise<string> {
  // A log without a drop can't rotate its key, because verifiers take the log's first key from its first manifest
  // (docs/fairness.md).
  const standing = await findLog(context.db);
  if (standing === null || !(await hasManifest(context.db, standing.number))) {
    throw new LogRefused(
      'The log has no drop yet, and only the first one tells everybody its first key: publish a drop, and then rotate. If the key must not be used at all: npm run shop -- log recover WORDS --anyway.',
    );
  }
  // The earlier entries are signed before the rotation, because only the old key signs them.
  await signLog(context);
  const { seeds: before, areStored } = await currentKeys(context);
  const seeds = areStored ? [newSeed(), ...before] : before;
  const rotated = { ...context, logKeys: { seeds, areStored } };
  if (areStored) await storeLogKeys(context.config.dataDir, seeds);
  const vkey = await inTransaction(context.db, async (db) => {
    const log = await logToWrite({ ...context, db });
    const [newest] = signersOf(rotated, log.origin);
    if (newest === undefined || isSame(newest.key.key, await keyInForce(db, log))) {
      throw new LogRefused(
        `The first of LOG_KEYS is in force already. Put a new one before it, 64 random digits in hex (openssl rand -hex 32), and leave the others behind it.`,
      );
    }
    const told = writeVerifierKey(proofPrimitives, newest.key);
    await lockLog(db);
    const at = await findLogTime(db);
    await appendToLog({ ...rotated, db }, [{ v: 2, kind: 'key', vkey: told, at }]);
    return told;
  });
  await signLog(rotated);
  return vkey;
}
