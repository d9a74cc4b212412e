// Makes proofs from the log in the form of C2SP tlog-proof.
import { quorumTime, readPolicy } from '#domain/packproof/policy.ts';
import {
  foldSubtrees,
  subtreesOfConsistency,
  subtreesOfInclusion,
  type SubtreesOfPath,
} from '#domain/packproof/log-nodes.ts';
import { writeTlogProof } from '#domain/packproof/tlog-proof.ts';
import type { Database } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import {
  findCheckpointFrom,
  COSIGNATURES_AT_ONCE,
  findCosignatures,
  findCosignaturesAfter,
  findEntries,
  findNodes,
  type CheckpointRow,
  type LogRow,
} from './log-queries.ts';
import { policyOf } from './log-policy.ts';
import { proofPrimitives } from './proof-primitives.ts';

/**
 * Proves that an entry is in a log. The proof uses the first checkpoint that covers the entry and that enough witnesses
 * for the shop's policy have signed. If none has enough signatures, it uses the first checkpoint that covers the entry,
 * because a later one would show too late a time. Returns null if no checkpoint covers the entry yet.
 */
export async function proveEntry(
  context: Context<Database>,
  log: LogRow,
  index: number,
): Promise<string | null> {
  const { db } = context;
  const first = await findCheckpointFrom(db, log.number, index + 1);
  if (first === null) return null;
  const [entry] = await findEntries(db, log.number, index, index + 1);
  // If the entry is a new key, its first checkpoint is used, because both the old and the new key have signed that
  // checkpoint.
  const isKey = (JSON.parse(entry!) as { kind: string }).kind === 'key';
  const witnessed = isKey ? null : await firstWitnessed(context, log, first);
  const checkpoint = witnessed ?? first;
  const path = await readPath(db, log, subtreesOfInclusion(index, checkpoint.size));
  return writeTlogProof(index, path, await withCosignatures(db, log, checkpoint));
}

/** Proves that the log at a later size begins with the log at an earlier size. */
export async function proveConsistency(
  db: Database,
  log: LogRow,
  first: number,
  size: number,
): Promise<Uint8Array[]> {
  return readPath(db, log, subtreesOfConsistency(first, size));
}

async function readPath(db: Database, log: LogRow, path: SubtreesOfPath): Promise<Uint8Array[]> {
  const hashOf = await findNodes(db, log.number, path.flat());
  return path.map((subtrees) => foldSubtrees(proofPrimitives, subtrees.map(hashOf)));
}

async function firstWitnessed(
  context: Context<Database>,
  log: LogRow,
  first: CheckpointRow,
): Promise<CheckpointRow | null> {
  const policy = readPolicy(proofPrimitives, await policyOf(context, log));
  if (policy.quorum === undefined) return null;
  const times = new Map<string, number>();
  let last = { size: first.size, witness: '' };
  for (;;) {
    // The signatures are read in pages, because the proof of an old entry needs hardly any of the later signatures.
    const rows = await findCosignaturesAfter(context.db, log.number, last);
    for (const row of rows) {
      if (row.size > last.size) times.clear();
      times.set(row.witness, row.at);
      if (quorumTime(policy, times) !== undefined) {
        return findCheckpointFrom(context.db, log.number, row.size);
      }
      last = row;
    }
    if (rows.length < COSIGNATURES_AT_ONCE) return null;
  }
}

/** Returns the text of a checkpoint, followed by the signature lines of its witnesses. */
export async function withCosignatures(
  db: Database,
  log: LogRow,
  { size, note }: CheckpointRow,
): Promise<string> {
  const lines = await findCosignatures(db, log.number, size);
  return note + lines.map(({ line }) => line).join('');
}
