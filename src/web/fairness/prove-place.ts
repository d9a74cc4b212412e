// The proof of one's own pack, asked of the shop, and checked against what only this browser knows. Loaded when a pack
// is open, or when somebody asks.
import { provePlace } from '#contract/drops.ts';
import { readProofFile } from '#domain/packproof/proof-file.ts';
import { call } from '../api/call.ts';
import { signedInUser } from '../api/session.ts';
import { checkProof, readOwnLog, type Outcome } from './check-proof.ts';
import { storeTickets, mineBeside, noteCheckpoints } from './own-knowledge.ts';
import { ownPolicy } from './own-policy.ts';

export type Proved = Outcome & {
  placeId: string;
  /** The texts of both files. */
  proof: string;
  mine: string;
};

/** `asksLog`: the whole drop too, which takes as long as the log is. Rejects with an ApiError, or with a sentence. */
export async function provePack(placeId: string, asksLog = false): Promise<Proved> {
  const userId = signedInUser()?.id ?? null;
  const proof = await call(provePlace, { id: placeId });
  const { ticket } = readProofFile(proof);
  // The page may have been closed before its ticket came.
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

/** The log tells of a ticket some seconds after the sale; until then two checks wait for it. */
export function waitsForSeal({ checks }: Outcome): boolean {
  return checks.some(({ name, state }) => (name === 'V3' || name === 'V6') && state === 'waiting');
}
