// Runs the checks of a proof. This file and its imports are loaded when a visitor adds a proof.
import { aboutProof, aboutWords, type About } from '#domain/packproof/about-proof.ts';
import { checksReport } from '#domain/packproof/check-words.ts';
import type { Check } from '#domain/packproof/check.ts';
import { logPathOf } from '#domain/packproof/log-host.ts';
import type { LogAtHand } from '#domain/packproof/log-replay.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import { noblePrimitives } from '#verifier/noble-primitives.ts';
import { readLog, servedAt } from '#verifier/read-log.ts';

export type Brought = { proof?: string; mine?: string; policy?: string; log?: LogAtHand };

export type Outcome = {
  /** The pack and the shop that sold it. Undefined if the proof does not name them. */
  about: About | undefined;
  checks: Check[];
  /** The results of all checks as plain text. */
  report: string;
};

/** Checks the files that the visitor added. If no proof is among them, throws a sentence for the visitor. */
export function checkProof({ proof, ...rest }: Brought): Outcome {
  if (proof === undefined) throw new Error('Add the proof of a pack as well');
  const about = aboutProof(proof);
  const checks = verifyPack({
    primitives: noblePrimitives,
    chains: KNOWN_CHAINS,
    now: Math.floor(Date.now() / 1000),
    proof,
    ...rest,
  });
  return { about, checks, report: checksReport(aboutWords(about), checks) };
}

/**
 * Reads the log that a proof names from the shop of this page. If the log is not available, throws an error with a
 * sentence for the visitor.
 */
export function readOwnLog(proof: string): Promise<LogAtHand> {
  const source = {
    text: (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    read: async (path: string) => {
      const response = await fetch(`/${servedAt(path)}`);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error('The shop’s log is not available at the moment');
      return new Uint8Array(await response.arrayBuffer());
    },
  };
  return readLog(source, logPathOf(aboutProof(proof)?.shop ?? ''));
}
