// What all checks of one proof look at: its objects, read, and what the reader brings.
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
  /** Undefined where neither the verifier nor the file knows it. */
  chain?: Chain;
  /** Whether the chain's values came with the file. */
  isPractice: boolean;
  /** Leaf by place. */
  places: number[];
  /** The reader's own. */
  policy?: Policy;
  mine?: Mine;
  /** Checkpoints that the reader's browser saw. */
  seen: Checkpoint[];
  log?: LogReplay;
};

/** Whether a ticket that is in no seal is evidence by now: only whoever asked the log can tell. */
export function isOverdue({ log, ticket, now }: Evidence): boolean {
  return log !== undefined && now > ticket.issuedAt + LONGEST_UNSEALED;
}

export const OVERDUE = `Your ticket is older than ${LONGEST_UNSEALED} seconds and in no seal. Save this proof: it is evidence.`;

/** The seal of the ticket: the file's, or else that of the log at hand, whatever rules that log breaks. */
export function sealOf({ seal, log, ticketHash }: Evidence): Seal | undefined {
  if (seal || !log) return seal;
  for (const written of log.log.entries) {
    if (!written.includes(ticketHash)) continue;
    try {
      const found = readSeal(written);
      if (found.tickets.some(({ hash }) => hash === ticketHash)) return found;
    } catch {
      // Another object that names the ticket.
    }
  }
  return undefined;
}
