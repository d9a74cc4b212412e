import type { retryJob as row } from '#contract/admin.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import type { Context } from '../runtime/context.ts';
import { findFailedJob } from './queries.ts';

/** Lets a failed job run again: once more, and if that fails it is back in the list. */
export async function retryJob(
  context: Context,
  caller: Caller,
  { id }: Input<typeof row>,
): Promise<null> {
  const name = await findFailedJob(context.db, id);
  if (name === null) throw new Rejection('NOT_FOUND');
  await context.queue.retry(name, id);
  // Afterwards: the queue has its own connection, and a retry that is asked for twice is one.
  await noteDeed(context, caller, {
    action: 'retry_job',
    subject: { kind: 'job', id },
    after: { job: name },
  });
  return null;
}
