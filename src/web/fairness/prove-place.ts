// Fetches the proof of the viewer's own pack from the shop, and checks it with the data that only this browser has.
// This code is loaded after a pack is opened, or when the viewer requests the proof.
import { provePlace } from '#contract/drops.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { readProofFile } from '#domain/packproof/proof-file.ts';
import { readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { call } from '../api/call.ts';
import { signedInUser } from '../api/session.ts';
import { checkProof, readOwnLog, type Outcome } from './check-proof.ts';
import { storeTickets, mineFileFor, noteCheckpoints } from './own-knowledge.ts';
import { ownPolicy } from './own-policy.ts';
import { timesOf, type PackTimes } from './seal-words.ts';

export type Proved = Outcome & {
  placeId: string;
  /** The contents of the two files for download. */
  proof: string;
  mine: string;
  /** Null if the times in the proof can't be read. */
  times: PackTimes | null;
};

/**
 * Proves a pack. `withLog`: whether to check the whole drop too, which takes longer the longer the log is. Throws an
 * ApiError, or an error with a sentence for the visitor.
 */
export async function provePack(placeId: string, withLog = false): Promise<Proved> {
  const userId = signedInUser()?.id ?? null;
  const proof = await call(provePlace, { id: placeId });
  const { ticket } = readProofFile(proof);
  // Stores the ticket now, because the page may have been closed before the ticket arrived.
  if (userId !== null) await storeTickets(userId, [{ placeId, ticket }]);
  const mine = await mineFileFor(userId, proof);
  const log = withLog ? await readOwnLog(proof) : undefined;
  const proved = check(placeId, proof, mine, log);
  const isSigned = proved.checks.every(({ name, state }) => name !== 'V3' || state !== 'red');
  if (isSigned) noteCheckpoints(proof);
  return proved;
}

function check(placeId: string, proof: string, mine: string, log?: LogAtHand): Proved {
  const policy = ownPolicy();
  const outcome = checkProof({
    proof,
    mine,
    ...(policy !== null && { policy }),
    ...(log && { log }),
  });
  return { ...outcome, placeId, proof, mine, times: timesIn(proof) };
}

function timesIn(proof: string): PackTimes | null {
  try {
    return timesOf(proof);
  } catch {
    return null; // One of the checks says which part can't be read.
  }
}

/** Returns whether check V3 or V6 still waits for the log. The log lists a ticket only some seconds after the sale. */
export function waitsForSeal({ checks }: Outcome): boolean {
  return checks.some(({ name, state }) => (name === 'V3' || name === 'V6') && state === 'waiting');
}

/** Returns the number of log entries up to the pack's ticket. Infinity if the log lacks the ticket. */
export function entriesUpTo({ proof }: Proved): number {
  const { sealProof } = readProofFile(proof);
  return sealProof === undefined ? Infinity : readTlogProof(sealProof).checkpoint.size;
}
