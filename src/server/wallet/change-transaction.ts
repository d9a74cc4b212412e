import * as rows from '#contract/wallet.ts';
import { Rejection } from '#domain/rejection.ts';
import { canSetStatus } from '#domain/transaction.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { noteTransaction } from './transactions-queries.ts';
import { readTransaction } from './show-transaction.ts';
import { transactionOf } from './transaction.ts';

export const changeTransaction = handler(
  rows.changeTransaction,
  async (context, caller, { id, status, metadata }) => {
    const found = transactionOf(await readTransaction(context.db, caller, id));
    // `true`: the money has moved or is on its way, as in every transaction here.
    if (status !== undefined && !canSetStatus(found.status, status, true)) {
      throw new Rejection(
        'INVALID_TRANSITION',
        `A transaction can't go from ${found.status} to ${status} by hand`,
      );
    }
    if (metadata === undefined) return found;
    const changed = await inTransaction(context.db, async (db) => {
      await noteTransaction(db, found.id, metadata);
      const noted = transactionOf(await readTransaction(db, caller, id));
      await recordAuditEntry({ ...context, db }, caller, {
        action: 'note_transaction',
        subject: { kind: 'transaction', id: found.id },
        // The audit entry has only the names of the fields. The notes may be about a person, and
        // audit entries stay for ever.
        before: { fields: Object.keys(found.metadata ?? {}) },
        after: { fields: Object.keys(noted.metadata ?? {}) },
      });
      return noted;
    });
    context.log.info(
      { event: 'transaction_noted', by: caller.userId, id },
      'Operator changed the notes of a transaction',
    );
    return changed;
  },
);
