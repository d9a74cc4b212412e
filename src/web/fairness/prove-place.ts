// Fetches the proof of the viewer's own pack from the shop, and checks it against what only this browser knows. Loaded
// once a pack is open, or on request.
import { provePlace } from '#contract/drops.ts';
import { readProofFile } from '#domain/packproof/proof-file.ts';
import { call } from '../api/call.ts';
import { signedInUser } from '../api/session.ts';
import { checkProof, readOwnLog, type Outcome } from './check-proof.ts';
import { storeTickets, mineBeside, noteCheckpoints } from './own-knowledge.ts';
import { ownPolicy } from './own-policy.ts';

export type Proved = Outcome & {
  placeId: string;
  /** The contents of both files. */
  proof: string;
  mine: string;
};

/**
 * `asksLog`: also checks the whole drop, which takes longer the longer the log is. Rejects with an ApiError, or with
 * an error that has a sentence.
 */
export async function provePack(placeId: string, asksLog = false): Promise<Proved> {
  const userId = signedInUser()?.id ?? null;
  const proof = await call(provePlace, { id: placeId });
  const { ticket } = readProofFile(proof);
  // The page may have been closed before its ticket arrived.
  if (userId !== null) await storeTickets(userId, [{ placeId, ticket }]);
  const mine = await mineBeside(userId, proof);
  const policy = ownPolicy();
  const log = asksLog ? await readOwnLog(proof) : undefined;
  const outcome = checkProof({
    proof,
    mine,
    ...(policy !== null && { policy }),
    ...(log && { log }),
  });
  const isSigned = outcome.checks.every(({ name, state }) => name !== 'V3' || state !== 'red');
  if (isSigned) noteCheckpoints(proof);
  return { ...outcome, placeId, proof, mine };
}

/** The log lists a ticket some seconds after the sale. Until then, two checks wait for it. */
export function waitsForSeal({ checks }: Outcome): boolean {
  return checks.some(({ name, state }) => (name === 'V3' || name === 'V6') && state === 'waiting');
}
