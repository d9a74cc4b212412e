// Which Postgres a reading asks. Lists, reports and files of operators go to the replica where there is one; what an operator has
// just done they are told by the primary, until the replica has it too (docs/deploying.md, "A replica to read").
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { postgresError } from '../database/database.ts';
import { ReplicaAway } from '../database/replica.ts';
import type { Context } from '../runtime/context.ts';
import { lagReadAnswered } from '../runtime/facts.ts';
import { isConnectionFailure } from './errors.ts';
import { findLastWrite, noteLastWrite } from './last-writes-queries.ts';
import { TextFile } from './text-file.ts';

/** Does the work of a row over the replica where that may be read, and over the primary else, or if it fails there. */
export async function readElsewhere<Result>(
  context: Context,
  row: Endpoint,
  caller: Caller | null,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  const { replica } = context;
  if (replica === null || caller === null || row.mayLag !== true) return work(context);
  const tell = lagReadAnswered.publish;
  if (replica.standing().state !== 'follows') {
    tell({ from: 'primary', why: 'not read' });
    return work(context);
  }
  const db = replica.upTo(await findLastWrite(context.db, caller.userId));
  if (db === null) {
    tell({ from: 'primary', why: 'own change' });
    return work(context);
  }
  try {
    const said = await replica.unlessAway(work({ ...context, db }).then(begun));
    tell({ from: 'replica', why: null });
    return said;
  } catch (error) {
    if (!isOfReplica(error)) throw error;
    context.log.warn({ err: error }, 'The replica failed, and the primary is read');
    tell({ from: 'primary', why: 'failed' });
    return work(context);
  }
}

// 40001, 55P03: what is replayed is in the way of the statement. 25006: it takes no changes. 42: it has not that migration yet.
// 26000: what was prepared is gone. 53, 57P, 08: it is full, ending, or away.
const STATES_OF_REPLICA = /^(40001|55P03|25006|26000|42|53|57P|08)/;

/** Whether it is for the replica's sake that it failed. What takes too long would take as long at the primary. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof ReplicaAway || isConnectionFailure(error)) return true;
  return STATES_OF_REPLICA.test(postgresError(error)?.code ?? '');
}

/** A file whose first piece is there, so that what fails at its beginning fails here. */
async function begun<Result>(said: Result): Promise<Result> {
  if (!(said instanceof TextFile)) return said;
  const pieces = said.pieces[Symbol.asyncIterator]();
  const first = await pieces.next();
  async function* all() {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return new TextFile(all()) as Result;
}

/**
 * Does the work of a row that may change something. Nobody hears of it, or of its refusal, before every process knows that this
 * operator has changed something. `meet` is told who asks.
 */
export async function notingWrites<Result>(
  context: Context,
  row: Endpoint,
  work: (meet: (caller: Caller) => void) => Promise<Result>,
): Promise<Result> {
  if (context.replica === null || row.method === 'GET') return work(() => {});
  const met: Caller[] = [];
  try {
    return await work((caller) => met.push(caller));
  } finally {
    const operator = met.find(({ role, awaitsTwoFactor }) => role !== 'user' || awaitsTwoFactor);
    if (operator !== undefined) await noteLastWrite(context.db, operator.userId);
  }
}
