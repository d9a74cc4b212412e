// Once a day the shop reads its own log as anybody else could, and replays it with the verifier's
// own code (docs/product.md §19).
import { Worker } from 'node:worker_threads';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import { entryHash, readLogEntry } from '#domain/packproof/log-objects.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { inTransaction, type Database } from '#engine/database.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { proveEntry } from '../public-log/log-proofs.ts';
import { findEntries, findLog, findNewestCheckpoint, lockLog } from '../public-log/log-queries.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import { signLog } from '../public-log/sign-log.ts';
import type { Context } from '../runtime/context.ts';
import { listCommitmentsOf, listLeaves } from './drop-leaves-queries.ts';
import { findDropByHash, listClosedWithUnopened } from './drops-queries.ts';
import { contentsFile, contentsEntryOf } from './end-drop.ts';
import type { ReplayResult, ReplayTask } from './replay-worker.ts';

export const REPLAY_HOUR = 5;
const ENTRIES_AT_ONCE = 1_000;

/**
 * Writes newly opened packs of closed drops into the log, and replays the log. Throws if the log
 * has a fault, so that the job fails and operators see it.
 */
export async function replayOwnLog(
  context: Context<Database>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number; problem?: string }> {
  await tellOpened(context, signal);
  await signLog(context);
  const log = await readOwnLog(context, signal);
  if (log === null) return { done: 0, failed: 0 };
  const own = context.beacon === null ? [] : [context.beacon.chain];
  const now = Math.floor(context.now().getTime() / 1000);
  const task = { log, now, chains: [...KNOWN_CHAINS.values(), ...own] };
  const { drops, fault } = await replay(task, signal);
  if (fault === null) return { done: drops, failed: 0 };
  context.log.error(
    { event: 'public_log_invalid', fault },
    'Daily check of the public log failed: the log has a fault that every verifier will report',
  );
  return { done: drops, failed: 1, problem: `The public log breaks a rule of its own. ${fault}` };
}

/**
 * Writes another contents entry to the public log for each closed drop if packs of it were opened
 * since its last contents entry. The new entry publishes what these packs held.
 */
async function tellOpened(
  context: Context<Database>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const { id, unopened } of await listClosedWithUnopened(context.db)) {
    signal?.throwIfAborted();
    const left = (await listLeaves(context.db, id)).unopened;
    if (left.length === unopened) continue;
    await inTransaction(context.db, async (db) => {
      await lockLog(db);
      const drop = (await listClosedWithUnopened(db)).find((one) => one.id === id);
      if (drop === undefined) return;
      const contents = await contentsEntryOf(db, drop);
      if (contents.unopened.length < drop.unopened) {
        await appendToLog({ ...context, db }, [contents]);
      }
    });
  }
}

/**
 * Reads the current log up to its newest checkpoint. Returns null if there is no log, or if it was
 * never signed.
 */
async function readOwnLog(
  context: Context<Database>,
  signal: AbortSignal | undefined,
): Promise<LogAtHand | null> {
  const { db } = context;
  const log = await findLog(db);
  const newest = log && (await findNewestCheckpoint(db, log.number));
  if (log === null || newest === null) return null;
  const { size } = readCheckpoint(newest.note);
  const entries: string[] = [];
  while (entries.length < size) {
    signal?.throwIfAborted();
    const to = Math.min(entries.length + ENTRIES_AT_ONCE, size);
    const found = await findEntries(db, log.number, entries.length, to);
    if (found.length === 0) break;
    entries.push(...found);
  }
  const [commitments, contents] = [new Map<string, string[]>(), new Map<string, string>()];
  const keyProofs = new Map<number, string>();
  /** For each drop, by the hash of its manifest: the leaves that its newest contents file leaves out. */
  const unopened = new Map<string, number[]>();
  const hashes = new Set<string>();
  for (const [index, text] of entries.entries()) {
    const entry = readLogEntry(text);
    if (entry.kind === 'key') {
      const proof = await proveEntry(context, log, index);
      if (proof !== null) keyProofs.set(index, proof);
    }
    if (entry.kind === 'contents') unopened.set(entry.manifest, entry.unopened);
    if (entry.kind === 'manifest') hashes.add(entryHash(proofPrimitives, text));
  }
  for (const hash of hashes) {
    signal?.throwIfAborted();
    const drop = await findDropByHash(db, hash);
    if (drop === null) continue;
    commitments.set(hash, await listCommitmentsOf(db, drop.id));
    const held = unopened.get(hash);
    if (held === undefined) continue;
    contents.set(hash, await contentsFile(db, drop.id, new Set(held)));
  }
  return { entries, checkpoint: newest.note, commitments, contents, keyProofs };
}

async function replay(task: ReplayTask, signal: AbortSignal | undefined): Promise<ReplayResult> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./replay-worker.ts', import.meta.url), { workerData: task });
  const end = (): void => void worker.terminate();
  signal?.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(signal?.reason ?? new Error(`The replay ended with ${code}`)),
      );
    });
  } finally {
    signal?.removeEventListener('abort', end);
  }
}
