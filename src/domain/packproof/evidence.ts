// The input of all checks. It has the parsed objects of a proof, and what the reader supplies.
import type { Checkpoint } from './checkpoint.ts';
import { LONGEST_UNSEALED } from './limits.ts';
import type { LogReplay } from './log-replay.ts';
import { readSeal, type Manifest, type Order, type Seal, type Ticket } from './log-objects.ts';
import type { Policy } from './policy.ts';
import type { VerifierPrimitives } from './primitives.ts';
import type { Mine, ProofFile } from './proof-file.ts';
import type { Chain } from './public-number.ts';
import type { TlogProof } from './tlog-proof.ts';

export type Evidence = {
  primitives: VerifierPrimitives;
  /** The reader's clock, in seconds since 1970 in UTC. */
  now: number;
  proof: ProofFile;
  manifest: Manifest;
  manifestHash: string;
  manifestProof: TlogProof;
  order: Order;
  ticket: Ticket;
  ticketHash: string;
  seal?: Seal;
  sealProof?: TlogProof;
  /** Undefined if the chain is known neither to the verifier nor to the proof file. */
  chain?: Chain;
  /** False only if the chain is one that the verifier itself knows. */
  isPractice: boolean;
  /** The leaf at each place. */
  places: number[];
  /** The reader's own policy. */
  policy?: Policy;
  mine?: Mine;
  /** The checkpoints that the reader's browser has seen. */
  seen: Checkpoint[];
  log?: LogReplay;
};

/**
 * Whether the ticket has had no seal for so long that this is evidence against the shop. False if the log is
 * missing, because only the log shows which tickets are sealed.
 */
export function isOverdue({ log, ticket, now }: Evidence): boolean {
  return log !== undefined && now > ticket.issuedAt + LONGEST_UNSEALED;
}

export const OVERDUE = `Your ticket is older than ${LONGEST_UNSEALED} seconds and in no seal. Save this proof: it is evidence.`;

/**
 * The seal of the proof file. If the file has none, the ticket's seal in the log, even if that log breaks a rule.
 * Undefined if neither has a seal.
 */
export function sealOf({ seal, log, ticketHash }: Evidence): Seal | undefined {
  if (seal || !log) return seal;
  for (const written of log.log.entries) {
    if (!written.includes(ticketHash)) continue;
    try {
      const found = readSeal(written);
      if (found.tickets.some(({ hash }) => hash === ticketHash)) return found;
    } catch {
      // This entry names the ticket, but it is no seal.
    }
  }
  return undefined;
}
