import * as rows from '#contract/wallet.ts';
import type { Receipt } from '#contract/wallet.ts';
import type { Caller } from '#domain/access.ts';
import { CURRENCY, difference, sum, ZERO } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { verb } from '../http/verb.ts';
import type { Context } from '../runtime/context.ts';
import { findReceipt } from './transactions-queries.ts';
import { receiptPage } from './receipt-page.ts';
import { readTransaction } from './show-transaction.ts';
import { transactionOf } from './transaction.ts';

export const showReceipt = verb(rows.showReceipt, async (context, caller, { id, format }) => {
  const receipt = await readReceipt(context, caller, id);
  return format === 'html' ? receiptPage(receipt) : receipt;
});

/** The sums are those of the transfers; the lines were recorded with them (choice 46). */
async function readReceipt({ db }: Context, caller: Caller, id: string): Promise<Receipt> {
  const transaction = transactionOf(await readTransaction(db, caller, id));
  if (transaction.status !== 'completed') throw new Rejection('PAYMENT_NOT_COMPLETED');
  const found = await findReceipt(db, id);
  assert(found !== null, 'a transaction has a journal');
  const { total, tax, fee: processingFee } = found;
  const goods = difference(total, sum(tax, processingFee));
  const { lines, discount } = found.receipt ?? {
    lines: [{ text: transaction.description, quantity: 1, amount: goods }],
    discount: ZERO,
  };
  return {
    number: receiptNumber(transaction.createdAt, id),
    issuedAt: transaction.createdAt,
    lines,
    subtotal: sum(goods, discount),
    discount,
    tax,
    processingFee,
    total,
    currency: CURRENCY,
    paymentMethod: transaction.paymentMethod,
  };
}

/** "FF-20261121-1A2B3C4D": the day and the first digits of the transaction's id. */
function receiptNumber(issuedAt: Date, id: string): string {
  const day = issuedAt.toISOString().slice(0, 10).replaceAll('-', '');
  return `FF-${day}-${id.slice(0, 8).toUpperCase()}`;
}
