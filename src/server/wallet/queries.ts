import type { JournalKind } from '#domain/ledger.ts';
import { statement, type Database } from '../database/database.ts';

export type TransactionRow = {
  id: string;
  user_id: string;
  kind: JournalKind;
  reference_id: string;
  description: string;
  amount: number;
  created_at: Date;
};

/** What moved on the account of a journal's user, and why. */
export async function findTransaction(
  db: Database,
  kind: JournalKind,
  referenceId: string,
): Promise<TransactionRow | null> {
  const [row] = await statement<TransactionRow>(
    db,
    'find_transaction_by_fact',
    `select j.id, j.user_id, j.kind, j.reference_id, j.description, j.created_at, (
       select coalesce(sum(case when t.credit_account_id = j.user_id::text then t.amount else -t.amount end), 0)::bigint
       from transfers t
       where t.journal_id = j.id and j.user_id::text in (t.debit_account_id, t.credit_account_id)
     ) as amount
     from journals j where j.kind = $1 and j.reference_id = $2`,
    [kind, referenceId],
  );
  return row ?? null;
}
