// Lets operators post transactions by hand.
import { randomUUID } from 'node:crypto';
import { decimalOf } from '#domain/decimals.ts';
import * as rows from '#contract/wallet.ts';
import { refuseGift } from '#domain/break.ts';
import { bonus, refundInCredits } from '#domain/ledger.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { tellOfRefund } from '../card-payments/pay-refunds.ts';
import { handler } from '../http/handler.ts';
import { postJournal } from '../ledger/post.ts';
import { findSaleBar } from '../limits/breaks-queries.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { findBalanceOf } from '../ledger/ledger-accounts-queries.ts';
import { findTransactionOf } from './transactions-queries.ts';
import { transactionOf } from './transaction.ts';

export const postTransaction = handler(
  rows.postTransaction,
  async (context, caller, { userId, type, amount, description, reference }) => {
    const { db, log } = context;
    if ((await findBalanceOf(db, userId)) === null) throw new Rejection('USER_NOT_FOUND');
    if (type === 'bonus_credit') refuseGift(await findSaleBar(db, userId));
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
    log.info(
      { event: 'transaction_by_hand', by: caller.userId, userId, type, amount, id: posted.id },
      'Operator booked a transaction by hand',
    );
    if (type === 'refund') {
      const refund = { id: posted.id, amount };
      await tellOfRefund(context, { userId, description }, refund, 'balance');
    }
    await recordAuditEntry(context, caller, {
      action: 'post_transaction',
      subject: { kind: 'transaction', id: posted.id },
      after: { userId, type, amount: decimalOf(amount) },
    });
    return transactionOf(posted);
  },
);
