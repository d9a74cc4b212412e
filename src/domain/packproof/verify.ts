// The only verifier of packs. It runs nine checks and words each finding in whole sentences. The server, the browser
// and the offline file all run this code, each with its own primitives.
import { checkDrop } from './check-drop.ts';
import { checkInTime, checkLog, checkNeverBack } from './check-log.ts';
import { checkSeen, checkTicket } from './check-mine.ts';
import { checkContents, checkNumber, checkPlace } from './check-pack.ts';
import {
  red,
  redWhereItBreaks,
  waiting,
  type Check,
  type CheckName,
  type Finding,
} from './check.ts';
import { readCheckpoint } from './checkpoint.ts';
import type { Evidence } from './evidence.ts';
import {
  entryHash,
  readManifest,
  readOrder,
  readSeal,
  readTicket,
  ticketHash,
} from './log-objects.ts';
import { replayLog, type LogAtHand } from './log-replay.ts';
import { placesOf } from './order.ts';
import { readPolicy } from './policy.ts';
import type { VerifierPrimitives } from './primitives.ts';
import { readMine, readProofFile } from './proof-file.ts';
import { numberOf, type Chain } from './public-number.ts';
import { readTlogProof } from './tlog-proof.ts';

/** The input of a verification. Only the proof and the log may come from the shop. */
export type Verification = {
  primitives: VerifierPrimitives;
  /** Chains that the verifier itself knows. */
  chains: ReadonlyMap<string, Chain>;
  /** The reader's clock, in seconds since 1970 in UTC. */
  now: number;
  /** The text of `packproof.json`. */
  proof: string;
  /** The text of `mine.json`. */
  mine?: string;
  /** The reader's own policy. */
  policy?: string;
  log?: LogAtHand;
};

const CHECKS: Record<CheckName, (evidence: Evidence) => Finding> = {
  V1: checkSeen,
  V2: checkTicket,
  V3: checkLog,
  V4: checkInTime,
  V5: checkNumber,
  V6: checkPlace,
  V7: checkContents,
  V8: checkDrop,
  V9: checkNeverBack,
};

/**
 * Runs the nine checks in order. Throws a sentence if the proof is no proof, or if a file of the reader is not of
 * its kind. If an object in the proof can't be read, the check of that object is red, and all other checks are
 * waiting.
 */
export function verifyPack(verification: Verification): Check[] {
  const names = Object.keys(CHECKS) as CheckName[];
  const evidence = gather(verification);
  if ('unreadable' in evidence) {
    const { unreadable, sentence } = evidence;
    return names.map((name) => ({
      name,
      ...(name === unreadable ? red(sentence) : waiting('A part of the proof can’t be read.')),
    }));
  }
  return names.map((name) => ({ name, ...redWhereItBreaks(() => CHECKS[name](evidence)) }));
}

function readSeen(note: string): ReturnType<typeof readCheckpoint> {
  try {
    return readCheckpoint(note);
  } catch (error) {
    throw new Error('A checkpoint in what this browser knows can’t be read', { cause: error });
  }
}

class Unreadable extends Error {
  readonly check: CheckName;
  constructor(check: CheckName, cause: unknown) {
    super(`${(cause as Error).message}.`, { cause });
    this.check = check;
  }
}

function of<Value>(check: CheckName, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new Unreadable(check, error);
  }
}

function gather(
  verification: Verification,
): Evidence | { unreadable: CheckName; sentence: string } {
  const { primitives, now, chains } = verification;
  const proof = readProofFile(verification.proof);
  const mine = verification.mine === undefined ? undefined : readMine(verification.mine);
  const seen = (mine?.checkpoints ?? []).map(readSeen);
  const policy =
    verification.policy === undefined ? undefined : readPolicy(primitives, verification.policy);
  try {
    const manifest = of('V3', () => readManifest(proof.manifest));
    const manifestHash = entryHash(primitives, proof.manifest);
    const order = of('V5', () => readOrder(proof.order));
    const own = proof.chain?.hash === manifest.chain ? proof.chain : undefined;
    const known = chains.get(manifest.chain);
    const chain = known ?? own;
    const chainOf = (hash: string) => chains.get(hash) ?? (own?.hash === hash ? own : undefined);
    const number = numberOf(primitives, order.signature);
    const { seal, sealProof } = proof;
    return {
      primitives,
      now,
      proof,
      manifest,
      manifestHash,
      manifestProof: of('V3', () => readTlogProof(proof.manifestProof)),
      order,
      ticket: of('V2', () => readTicket(proof.ticket)),
      ticketHash: ticketHash(primitives, proof.ticket),
      ...(seal !== undefined && { seal: of('V3', () => readSeal(seal)) }),
      ...(sealProof !== undefined && { sealProof: of('V3', () => readTlogProof(sealProof)) }),
      ...(chain && { chain }),
      isPractice: !known,
      places: placesOf(primitives, manifest.packCount, manifestHash, number),
      ...(policy && { policy }),
      ...(mine && { mine }),
      seen,
      ...(verification.log && {
        log: replayLog({ primitives, now, chainOf }, verification.log),
      }),
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { unreadable: error.check, sentence: error.message };
  }
}
