import * as rows from '#contract/jobs.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { findFailedJob } from './jobs-queries.ts';

/** Runs a failed job once more. If the job fails again, it returns to the list of failed jobs. */
export const retryJob = handler(rows.retryJob, async (context, caller, { id }) => {
  const name = await findFailedJob(context.db, id);
  if (name === null) throw new Rejection('NOT_FOUND');
  await context.queue.retry(name, id);
  // The job is requeued after the transaction, because the queue has its own connection. If two requests retry the same
  // job, the job runs only once.
  await inTransaction(context.db, (db) =>
    recordAuditEntry({ ...context, db }, caller, {
      action: 'retry_job',
      subject: { kind: 'job', id },
      after: { job: name },
    }),
  );
  return null;
});
