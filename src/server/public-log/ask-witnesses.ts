// Sends checkpoints to the witnesses that the operator has named. A witness signs that it saw a
// checkpoint, and when (C2SP tlog-witness).
import { base64Of, isSame } from '#domain/packproof/bytes.ts';
import { readDecimal, witnessedAt } from '#domain/packproof/checkpoint.ts';
import { readNote, writeNote } from '#domain/packproof/note.ts';
import { treeRoot } from '#domain/packproof/tree.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { LogRefused } from './stored-checkpoint.ts';
import { currentKeys, signersOf } from './log-keys.ts';
import { readWitnesses, type Witness } from './log-policy.ts';
import { proveConsistency } from './log-proofs.ts';
import {
  findCosignatures,
  findFirstWitnessed,
  findLog,
  findNewestCheckpoint,
  findWitnessed,
  insertCosignature,
  type CheckpointRow,
  type LogRow,
} from './log-queries.ts';
import { proofPrimitives, signCheckpoint } from './proof-primitives.ts';
import { readAtMost } from './read-at-most.ts';

const WAIT_MS = 5_000;
/**
 * The time-out for requests to witnesses while a checkpoint's signature waits for them. It is short because buyers wait
 * for that signature.
 */
const ASKED_BEFORE_MS = 1_000;
const LONGEST_RESPONSE = 10_000;

export type Asked = { witness: string; problem: string | null };

/**
 * Sends the newest checkpoint to each witness that has not signed it. All are asked at once, so that a silent witness
 * does not delay the others.
 */
export async function askWitnesses(context: Context<Database>): Promise<Asked[]> {
  const { db } = context;
  const [log, { witnesses }] = await Promise.all([
    findLog(db),
    readWitnesses(context.config.witnesses),
  ]);
  const newest = log === null ? null : await findNewestCheckpoint(db, log.number);
  if (log === null || newest === null || witnesses.length === 0) return [];
  const [signed, last] = await Promise.all([
    findCosignatures(db, log.number, newest.size),
    findWitnessed(db, log.number),
  ]);
  const has = new Set(signed.map(({ witness }) => witness));
  const asked = witnesses
    .filter(({ name }) => !has.has(name))
    .map(async (witness) => {
      try {
        await askWitness(context, log, newest, witness, last.get(witness.name) ?? 0);
        return { witness: witness.name, problem: null };
      } catch (error) {
        const problem = (error as Error).message;
        context.log.warn(
          { event: 'witness_did_not_cosign', witness: witness.name, problem },
          'Witness did not cosign a checkpoint (see problem), will retry',
        );
        return { witness: witness.name, problem };
      }
    });
  return Promise.all(asked);
}

export type Dated = { name: string; seenAt: Date | null };

/**
 * Returns, for each named witness, when the witness first saw an entry, or null if it has signed no checkpoint that
 * covers the entry.
 */
export async function datedByWitnesses(
  { db, config }: Context<Database>,
  log: number,
  index: number,
): Promise<Dated[]> {
  const [{ witnesses }, seen] = await Promise.all([
    readWitnesses(config.witnesses),
    findFirstWitnessed(db, log, index + 1),
  ]);
  return witnesses.map(({ name }) => {
    const at = seen.get(name);
    return { name, seenAt: at === undefined ? null : new Date(at * 1000) };
  });
}

async function askWitness(
  { db }: Context<Database>,
  log: LogRow,
  checkpoint: CheckpointRow,
  witness: Witness,
  believed: number,
): Promise<void> {
  let reply = await post(db, log, checkpoint, witness, believed);
  if (typeof reply === 'number') {
    if (reply > checkpoint.size) throw new Error(`It has seen ${reply} entries`);
    reply = await post(db, log, checkpoint, witness, reply);
  }
  if (typeof reply === 'number') throw new Error('It has seen another checkpoint of this size');
  const note = readNote(checkpoint.note + reply);
  const at = witnessedAt(proofPrimitives, note, witness.key);
  if (at === undefined) throw new Error('It signed with another key');
  // If the witness's response has signatures by other keys, those are ignored.
  const own = note.signatures.filter(
    ({ name, keyId }) => name === witness.key.name && isSame(keyId, witness.keyId),
  );
  const line = writeNote({ text: '', signatures: own }).slice(1);
  await insertCosignature(db, log.number, {
    size: checkpoint.size,
    witness: witness.name,
    line,
    at,
  });
}

/**
 * Sends a checkpoint to a witness, and returns the witness's signature lines. `old`: the size of the log that the
 * witness should have seen. If it has seen another size, returns that size.
 */
async function post(
  db: Database,
  log: LogRow,
  { size, note }: CheckpointRow,
  witness: Witness,
  old: number,
): Promise<string | number> {
  const path = await proveConsistency(db, log, old, size);
  const reply = await submit(witness, old, path, note);
  if (reply.status === 409) return readDecimal(reply.text.trimEnd());
  if (reply.status !== 200) throw new Error(`It responded with ${reply.status}`);
  return reply.text;
}

async function submit(
  { address }: Witness,
  old: number,
  path: Uint8Array[],
  note: string,
  waitMs = WAIT_MS,
): Promise<{ status: number; text: string }> {
  const hashes = path.map((hash) => `${base64Of(hash)}\n`).join('');
  const response = await fetch(`${address}/add-checkpoint`, {
    method: 'POST',
    body: `old ${old}\n${hashes}\n${note}`,
    redirect: 'error',
    signal: AbortSignal.timeout(waitMs),
  });
  return { status: response.status, text: await readAtMost(response, LONGEST_RESPONSE) };
}

/**
 * Asks the witnesses how much of the log they have seen. If a witness has seen more than this database has signed, the
 * database is an old one, and this throws LogRefused. The request contains a checkpoint of the empty log, which is the
 * beginning of every log.
 */
export async function refuseOlderThanSeen(context: Context<Database>): Promise<void> {
  const { db } = context;
  const log = await findLog(db);
  const { witnesses } = await readWitnesses(context.config.witnesses);
  if (log === null || witnesses.length === 0) return;
  const logKeys = await currentKeys(context);
  const head = { origin: log.origin, size: 0, root: treeRoot(proofPrimitives, []) };
  const note = writeNote(signCheckpoint(head, signersOf({ logKeys }, log.origin)));
  const seen = await Promise.all(
    witnesses.map(async (witness) => ({
      name: witness.name,
      size: await sizeSeen(witness, note).catch(() => 0),
    })),
  );
  // The size is read after the witnesses' responses, because another process may have signed a checkpoint since. That
  // process stores its checkpoint in the database before any witness sees it.
  const signed = (await findNewestCheckpoint(db, log.number))?.size ?? 0;
  const ahead = seen.find(({ size }) => size > signed);
  if (ahead === undefined) return;
  throw new LogRefused(
    `The witness ${ahead.name} has seen ${ahead.size} entries of ${log.origin}, and the database knows of ${signed}. ` +
      'npm run shop -- log recover begins another log, and tells why.',
  );
}

/**
 * Returns the size of the log that a witness has seen. If that size differs from the request's 0, the witness responds
 * 409 with its own size. If the witness has seen nothing, it signs.
 */
async function sizeSeen(witness: Witness, emptyLog: string): Promise<number> {
  const reply = await submit(witness, 0, [], emptyLog, ASKED_BEFORE_MS);
  return reply.status === 409 ? readDecimal(reply.text.trimEnd()) : 0;
}
