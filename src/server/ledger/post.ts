// The only way to move money. Other rooms post their journals here.
import { randomUUID } from 'node:crypto';
import { sum, type Cents } from '#domain/money.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { HouseBooking } from '#domain/provider-books.ts';
import type { Journal, LedgerAccount } from '#domain/ledger.ts';
import { assert } from '#domain/rejection.ts';
import { batchedStatement, statement, type Transaction } from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';
import { publishEvents } from '../webhooks/publish-events.ts';

/**
 * Posts the transfers of one event inside the caller's transaction, and returns the user's balance after them. If the
 * same event (kind and reference) was already posted, fails with 23505.
 */
export async function postJournal(db: Transaction, journal: Journal): Promise<Cents> {
  const posting = noted(db, [journal]);
  const [[row], left] = await Promise.all([
    batchedStatement<{ balance: Cents }, Posting>(db, POSTED, posting),
    payDebt(db, posting[0]),
  ]);
  return left ?? row!.balance;
}

/**
 * Posts several events of one user inside the caller's transaction, in one statement. `journals` must not be empty. The
 * statement is not awaited, because a caller that locked the account knows the new balance. If the statement fails,
 * nothing is committed.
 */
export function postJournals(db: Transaction, journals: Journal[]): void {
  const posting = noted(db, journals);
  db.later(batchedStatement(db, POSTED, posting));
  db.later(payDebt(db, posting[0]));
}

type Posted = Journal & { id: string };

/** The events that are posted together for one user. */
type Posting = [Posted, ...Posted[]];

function noted(db: Transaction, journals: Journal[]): Posting {
  const [first, ...more] = journals.map((journal) => ({
    ...journal,
    id: journal.id ?? randomUUID(),
  }));
  assert(
    first !== undefined && more.every(({ userId }) => userId === first.userId),
    'journals posted together are of one user',
  );
  const posting: Posting = [first, ...more];
  publishMove(db, posting);
  return posting;
}

const POSTED: BatchedStatement<Posting> = {
  text: 'select at, balance from post_together($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
  writes: true,
  valuesOf: (postings) => {
    const events = postings.flatMap((posting, at) =>
      posting.map((journal) => [
        at + 1,
        journal.id,
        journal.kind,
        journal.referenceId,
        journal.description,
        journal.reference ?? null,
        journal.receipt === undefined ? null : JSON.stringify(journal.receipt),
      ]),
    );
    const transfers = postings
      .flat()
      .flatMap(({ id, transfers }) =>
        transfers.map(({ debit, credit, amount }) => [
          id,
          accountId(debit),
          accountId(credit),
          amount,
        ]),
      );
    return [
      postings.map(([{ userId }]) => userId),
      ...inColumns(events),
      ...inColumns(transfers, 4),
    ];
  },
};

/**
 * Moves money between two accounts of the house, for no user. If the same event (kind and reference) was already
 * posted, fails.
 */
export async function postHouseJournal(
  db: Transaction,
  journal: HouseBooking & { referenceId: string; description: string },
): Promise<void> {
  const { kind, referenceId, description, debit, credit, amount } = journal;
  await statement(
    db,
    'select post_house_journal($1, $2, $3, $4, $5, $6, $7)',
    [randomUUID(), kind, referenceId, description, debit, credit, amount],
    { writes: true },
  );
}

/**
 * Kinds of journals after which a user may have both credits and a debt. After other kinds that is impossible, because
 * a paused account sells nothing.
 */
const PAYS_DEBT: readonly JournalKind[] = [
  'credit_purchase',
  'bonus_credit',
  'refund',
  'card_conversion',
  'dispute_lost',
  'refund_debt',
  'loss',
  'imported_credit',
];

/**
 * Pays a user's debt from their credits (choice 161), directly after a journal. Returns the remaining balance. Returns
 * null if this kind of journal never leaves both credits and a debt.
 */
async function payDebt(db: Transaction, { id, kind, userId }: Posted): Promise<Cents | null> {
  if (!PAYS_DEBT.includes(kind)) return null;
  const [row] = await statement<{ balance: Cents }>(
    db,
    'select pay_debt($1, $2, $3) as balance',
    [userId, id, 'Payment of a debt'],
    { writes: true },
  );
  return row!.balance;
}

function publishMove(db: Transaction, [first, ...more]: Posting): void {
  const journals = [first, ...more];
  const transfers = journals.flatMap((journal) => journal.transfers);
  const isUsers = (account: LedgerAccount) => typeof account === 'object' && 'userId' in account;
  const amountOf = (side: 'credit' | 'debit'): Cents =>
    sum(...transfers.flatMap((one) => (isUsers(one[side]) ? [one.amount] : [])));
  publishEvents(db, {
    type: 'money.moved',
    data: {
      userId: first.userId,
      kind: first.kind,
      gained: amountOf('credit'),
      spent: amountOf('debit'),
      journals: journals.map(({ id, referenceId }) => ({ id, referenceId })),
    },
  });
}

function accountId(account: LedgerAccount): string {
  if (typeof account === 'string') return account;
  return 'userId' in account ? account.userId : `debt:${account.debtorId}`;
}
