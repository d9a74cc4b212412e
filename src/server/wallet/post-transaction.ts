// What operators write into the books by hand.
import { decimalOf } from '#domain/money.ts';
import { randomUUID } from 'node:crypto';
import type { Input, Reply } from '#contract/endpoint.ts';
import type { postTransaction as row } from '#contract/wallet.ts';
import type { Caller } from '#domain/access.ts';
import { bonus, refundInCredits } from '#domain/ledger.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { postJournal } from '../ledger/post.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import { findBalanceOf } from '../ledger/queries.ts';
import type { Context } from '../runtime/context.ts';
import { findTransactionOf } from './queries.ts';
import { transactionOf } from './transaction.ts';

export async function postTransaction(
  context: Context,
  caller: Caller,
  { userId, type, amount, description, reference }: Input<typeof row>,
): Promise<Reply<typeof row>> {
  const { db, log } = context;
  if ((await findBalanceOf(db, userId)) === null) throw new Rejection('USER_NOT_FOUND');
  const referenceId = randomUUID();
  await postJournal(db, {
    kind: type,
    referenceId,
    userId,
    description,
    ...(reference ? { reference } : {}),
    transfers: type === 'refund' ? refundInCredits(userId, amount) : bonus(userId, amount),
  });
  const posted = await findTransactionOf(db, type, referenceId);
  assert(posted !== null, 'what was posted is written down');
  log.info({ by: caller.userId, userId, type, amount, id: posted.id }, 'Transaction by hand');
  await noteDeed(context, caller, {
    action: 'post_transaction',
    subject: { kind: 'transaction', id: posted.id },
    after: { userId, type, amount: decimalOf(amount) },
  });
  return transactionOf(posted);
}
