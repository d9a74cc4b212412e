import type { Input, Reply } from '#contract/endpoint.ts';
import type { changeTransaction as row } from '#contract/wallet.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { canSetStatus } from '#domain/transaction.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import type { Context } from '../runtime/context.ts';
import { noteTransaction } from './queries.ts';
import { readTransaction } from './show-transaction.ts';
import { transactionOf } from './transaction.ts';

export async function changeTransaction(
  context: Context,
  caller: Caller,
  { id, status, metadata }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const { db, log } = context;
  const found = transactionOf(await readTransaction(db, caller, id));
  // Every transaction so far stands on money that moved, or is on its way.
  if (status !== undefined && !canSetStatus(found.status, status, true)) {
    throw new Rejection(
      'INVALID_TRANSITION',
      `A transaction can't go from ${found.status} to ${status} by hand`,
    );
  }
  if (metadata !== undefined) {
    await noteTransaction(db, id, metadata);
    log.info({ by: caller.userId, id }, 'Transaction noted');
  }
  const changed = transactionOf(await readTransaction(db, caller, id));
  if (metadata !== undefined) {
    await noteDeed(context, caller, {
      action: 'note_transaction',
      subject: { kind: 'transaction', id },
      // Not what it says: notes may be about a person, and this entry stays for good.
      before: { fields: Object.keys(found.metadata ?? {}) },
      after: { fields: Object.keys(changed.metadata ?? {}) },
    });
  }
  return changed;
}
