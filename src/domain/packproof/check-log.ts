// The checks V3, V4 and V9. The log must be signed, a witness must have seen it in time, and it must never have gone
// back.
import { bytesOfHex, hexOf, isSame } from './bytes.ts';
import { amber, green, red, waiting, type Finding } from './check.ts';
import { readCheckpoint, witnessedAt, type Checkpoint } from './checkpoint.ts';
import { isOverdue, OVERDUE, sealOf, type Evidence } from './evidence.ts';
import { LONGEST_UNSEALED } from './limits.ts';
import { keyInForce, type LogReplay } from './log-replay.ts';
import { isSignedBy, type NoteKey } from './note.ts';
import { quorumTime } from './policy.ts';
import type { VerifierPrimitives } from './primitives.ts';
import { roundFor, timeOfRound } from './public-number.ts';
import { isConsistent, treeRoot, type TreeHead } from './tree.ts';
import { isCovered, type TlogProof } from './tlog-proof.ts';

/** V3: manifest and seal are in one log, and the log's key signed both checkpoints. */
export function checkLog(evidence: Evidence): Finding {
  const { primitives, proof, manifestProof, sealProof, seal, log } = evidence;
  if (!isCovered(primitives, manifestProof, proof.manifest)) {
    return red('The drop is not in the log that the proof shows.');
  }
  if ((seal === undefined) !== (sealProof === undefined)) {
    return red('The proof has only one of a seal and its place in the log.');
  }
  if (log && log.checkpoint.origin !== evidence.manifest.shop) {
    return red(`The log is that of ${log.checkpoint.origin}, and the proof belongs to another.`);
  }
  const proofs = [manifestProof, ...(sealProof ? [sealProof] : [])];
  const unsigned = unsignedBy(evidence, proofs);
  if (unsigned) return unsigned;
  if (log && !log.isSigned) return red('The log is not signed by its key.');
  if (log && !log.leaves.some((leaf) => hexOf(leaf) === evidence.manifestHash)) {
    return red('The drop is not in the log.');
  }
  if (seal && sealProof) {
    if (!isCovered(primitives, sealProof, proof.seal!)) {
      return red('The seal is not in the log that the proof shows.');
    }
    const path = (proof.consistency ?? []).map(bytesOfHex);
    if (!isConsistent(primitives, manifestProof.checkpoint, sealProof.checkpoint, path)) {
      return red('The log of the seal does not begin with that of the drop.');
    }
  } else if (proof.consistency) {
    return red('The proof links a checkpoint to none.');
  } else if (!log) {
    return waiting('The drop is in a signed log. Your ticket is not sealed yet in this proof.');
  } else if (!sealOf(evidence)) {
    return isOverdue(evidence)
      ? red(OVERDUE)
      : waiting(`Your ticket will be sealed within ${LONGEST_UNSEALED} seconds.`);
  }
  return green('Drop and ticket are in one signed log.');
}

/** The finding against the log's key or against a signature. Undefined if a key of the log signed all checkpoints. */
function unsignedBy(evidence: Evidence, proofs: TlogProof[]): Finding | undefined {
  const { primitives, manifest, policy, log } = evidence;
  const own: NoteKey = { name: manifest.shop, type: 'log', key: bytesOfHex(manifest.ticketKey) };
  if (!primitives.isEd25519Key(own.key)) return red('The log’s key is not a safe Ed25519 key.');
  const listed = (policy?.logs ?? []).filter(({ name }) => name === manifest.shop);
  const isListed = (keys: NoteKey[]) =>
    listed.length === 0 || keys.some(({ key }) => listed.some((one) => isSame(one.key, key)));
  for (const { checkpoint } of proofs) {
    if (checkpoint.origin !== manifest.shop) return red('The checkpoint is from another log.');
    const inForce = log && keyInForce(log, checkpoint.size);
    const keys = log ? (inForce ? [inForce] : []) : [own, ...listed];
    if (!keys.some((key) => isSignedBy(primitives, checkpoint.note, key))) {
      return red('The checkpoint is not signed by the log’s key.');
    }
  }
  if (log) {
    return isListed(log.keys.map(({ key }) => key))
      ? undefined
      : red('Your policy names this log with another key.');
  }
  return isListed([own])
    ? undefined
    : waiting(
        'Your policy names this log with another key. The log itself shows whether it changed.',
      );
}

/** V4: the witnesses in the reader's policy, or the reader's own browser, saw the drop before its number existed. */
export function checkInTime(evidence: Evidence): Finding {
  const { primitives, manifest, manifestHash, mine, policy, chain, isPractice } = evidence;
  if (!chain) return amber('It is not known here when the number was published.');
  if (isPractice) {
    return amber('The shop makes this number itself, so it proves nothing about when.');
  }
  const numberAt = timeOfRound(roundFor(manifest.publishedAt, chain), chain);
  const { note } = evidence.manifestProof.checkpoint;
  const times = new Map<string, number>();
  for (const [name, key] of policy?.witnesses ?? []) {
    const at = witnessedAt(primitives, note, key);
    if (at !== undefined) times.set(name, at);
  }
  const isInLog =
    note.text.startsWith(`${manifest.shop}\n`) &&
    isCovered(primitives, evidence.manifestProof, evidence.proof.manifest);
  const at = policy && isInLog ? quorumTime(policy, times) : undefined;
  if (at !== undefined && at < numberAt) {
    return green(
      `Your witnesses saw the drop ${seconds(numberAt - at)} before its number existed.`,
    );
  }
  if (mine?.manifests.some((one) => one.hash === manifestHash && one.at < numberAt)) {
    return green('You saw the drop yourself before its number existed.');
  }
  return amber(
    'That the drop was locked before its number existed is the shop’s word.',
    ...(at === undefined ? [] : [lateWords(at - numberAt)]),
  );
}

function lateWords(late: number): string {
  if (late === 0) return 'Your witnesses saw it in the very second in which its number was public.';
  return `Your witnesses saw it ${seconds(late)} too late.`;
}

const seconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`);

/** V9: the log agrees with every checkpoint that this browser ever saw. */
export function checkNeverBack(evidence: Evidence): Finding {
  const { mine, log, manifest, manifestProof, sealProof } = evidence;
  const shownHere = [manifestProof.checkpoint, ...(sealProof ? [sealProof.checkpoint] : [])];
  const seen = evidence.seen.filter(({ origin }) => origin === manifest.shop);
  if (isForked([...seen, ...shownHere])) return red(FORKED);
  if (!log) return waiting('Only the log can show whether it ever went back.');
  const own = [...seen, ...shownHere];
  if (own.some((one) => !isBeginning(evidence.primitives, log, one))) return red(FORKED);
  const renamed = evidence.seen.filter(
    ({ origin }) => origin !== manifest.shop && hostOf(origin) === hostOf(manifest.shop),
  );
  if (renamed.some((checkpoint) => !isNamed(log, checkpoint))) {
    return red('This shop showed you another log, for which this one does not account.');
  }
  return mine
    ? green('The log agrees with every checkpoint that this browser saw.')
    : green('The log agrees with the checkpoints of this proof.');
}

/** Whether two checkpoints have the same size and different roots. */
function isForked(heads: TreeHead[]): boolean {
  const roots = new Map<number, Uint8Array>();
  return heads.some(({ size, root }) => {
    const other = roots.get(size);
    roots.set(size, root);
    return other !== undefined && !isSame(other, root);
  });
}

const FORKED =
  'The log went back, or shows others something else. Save this proof and both checkpoints.';

/** Whether the log still begins with the entries of an earlier checkpoint. */
export function isBeginning(
  primitives: VerifierPrimitives,
  { leaves }: LogReplay,
  { size, root }: TreeHead,
): boolean {
  return size <= leaves.length && isSame(root, treeRoot(primitives, leaves.slice(0, size)));
}

/**
 * Whether the log's first entry names the older log of the checkpoint `seen`. If that entry has a checkpoint, it must
 * not be shorter than `seen`.
 */
export function isNamed({ entries: [first] }: LogReplay, seen: Checkpoint): boolean {
  if (first?.kind !== 'incident' || first.origin !== seen.origin) return false;
  if (first.checkpoint === undefined) return true;
  const { origin, size, root } = readCheckpoint(first.checkpoint);
  if (origin !== seen.origin || size < seen.size) return false;
  return size > seen.size || isSame(root, seen.root);
}

const hostOf = (origin: string) => origin.split('/')[0];
