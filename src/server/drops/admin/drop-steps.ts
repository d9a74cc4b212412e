// The parts that all steps of a drop share. They check that the drop exists and allows the step,
// and record the operator in the audit log.
import type { AdminDrop } from '#contract/drops-admin.ts';
import type { Caller } from '#domain/access.ts';
import { DROP_STATE_WORDS, DROP_STEPS, type DropState } from '#domain/drop.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { postgresError, type Database, type Transaction } from '#engine/database.ts';
import { LogRefused } from '../../public-log/stored-checkpoint.ts';
import type { Context } from '../../runtime/context.ts';
import { findDrop, type DropRow } from '../drops-queries.ts';
import { presentDrop } from './present-drop.ts';

export async function knownDrop(db: Database, id: string): Promise<DropRow> {
  const drop = await findDrop(db, id);
  if (drop === null) throw new Rejection('NOT_FOUND');
  return drop;
}

/**
 * Finds a drop before a step. Rejects with INVALID_TRANSITION if the drop's state doesn't allow the
 * step. If two operators take a step at the same moment, the database refuses one of the two.
 */
export async function steppingDrop(
  db: Database,
  id: string,
  to: DropState,
  from: readonly DropState[] = Object.keys(DROP_STEPS) as DropState[],
): Promise<DropRow> {
  const drop = await knownDrop(db, id);
  if (!from.includes(drop.state) || !DROP_STEPS[drop.state].includes(to)) {
    throw new Rejection('INVALID_TRANSITION', DROP_STATE_WORDS[drop.state].sentence);
  }
  return drop;
}

export async function takeStep(
  context: Context<Transaction>,
  caller: Caller,
  id: string,
  action: string,
): Promise<AdminDrop> {
  const drop = await knownDrop(context.db, id);
  await record(context, caller, action, id, { state: drop.state, hash: drop.hash ?? undefined });
  return presentDrop(context, drop);
}

export function record(
  context: Context<Transaction>,
  caller: Caller,
  action: string,
  id: string,
  after: Record<string, unknown>,
): Promise<void> {
  return recordAuditEntry(context, caller, { action, subject: { kind: 'drop', id }, after });
}

/** Turns a refusal by the database or the log into a rejection. */
export async function refusalsAsRejections<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof LogRefused) throw new Rejection('INVALID_TRANSITION', error.message);
    const refused = postgresError(error);
    const sentence = refused?.constraint && REFUSALS[refused.constraint];
    if (sentence) throw new Rejection('INVALID_TRANSITION', sentence);
    throw error;
  }
}

const REFUSALS: Record<string, string> = {
  drop_takes_its_steps: 'Somebody else has moved this drop meanwhile. Look at it again',
  drop_opens_at_its_time: 'It can’t be on sale at this time',
  drop_carries_to_a_draft: 'Its packs go over to a draft of their own pack type',
  drops_have_twenty_packs: 'A drop has at least 20 loose packs',
  drops_are_not_too_large: 'A drop has at most 9,000 packs',
  drops_one_draft: 'There is already a draft for this pack type',
  drops_one_on_sale: 'Another drop of this pack type is on sale',
  drop_is_being_paid:
    'Somebody is paying for one of its packs: pause it, and close it once that is done',
  drop_is_being_sealed: 'Its last sales are still being written to the log. Try again in a moment',
};
