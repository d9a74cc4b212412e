// Fetches the proof of the viewer's own pack from the shop, and checks it with the data that only this browser has.
// Loaded after a pack is opened, or on request.
import { provePlace } from '#contract/drops.ts';
import { readProofFile } from '#domain/packproof/proof-file.ts';
import { call } from '../api/call.ts';
import { signedInUser } from '../api/session.ts';
import { checkProof, readOwnLog, type Outcome } from './check-proof.ts';
import { storeTickets, mineBeside, noteCheckpoints } from './own-knowledge.ts';
import { ownPolicy } from './own-policy.ts';

export type Proved = Outcome & {
  placeId: string;
  /** The contents of the two files for download. */
  proof: string;
  mine: string;
};

/**
 * Proves a pack. `asksLog`: whether to check the whole drop too, which takes longer the longer the log is. Rejects with
 * an ApiError, or with an error that has a sentence for the visitor.
 */
export async function provePack(placeId: string, asksLog = false): Promise<Proved> {
  const userId = signedInUser()?.id ?? null;
  const proof = await call(provePlace, { id: placeId });
  const { ticket } = readProofFile(proof);
  // Store the ticket now, in case the page was closed before the ticket arrived.
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

/** Returns whether check V3 or V6 still waits for the log, which lists a ticket only some seconds after the sale. */
export function waitsForSeal({ checks }: Outcome): boolean {
  return checks.some(({ name, state }) => (name === 'V3' || name === 'V6') && state === 'waiting');
}
