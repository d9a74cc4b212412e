import * as rows from '#contract/wallet.ts';
import type { Receipt } from '#contract/wallet.ts';
import { CURRENCY, difference, sum, ZERO } from '#domain/money.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { initialsOf } from '#domain/shop-settings.ts';
import { taxNumbersOn } from '#domain/tax.ts';
import { taxLinesOfSale, sumOfTaxes } from '#domain/tax-lines.ts';
import { RECEIPTS_OF_ACCOUNT } from '#domain/throttle.ts';
import { dayOf } from '#domain/day.ts';
import { BinaryFile } from '../http/binary-file.ts';
import { makeGate } from '../http/gate.ts';
import { throttleEvent } from '../http/throttle.ts';
import { handler } from '../http/handler.ts';
import type { Context } from '../runtime/context.ts';
import { documentOf } from './number-documents.ts';
import {
  findReceipt,
  findTransaction,
  listSaleParts,
  type TransactionRow,
} from './transactions-queries.ts';
import { receiptFile } from './receipt-file.ts';
import { receiptPage } from './receipt-page.ts';
import { readTransaction } from './show-transaction.ts';
import { transactionOf } from './transaction.ts';

export const showReceipt = handler(rows.showReceipt, async (context, caller, { id, format }) => {
  const receipt = await receiptIn(context, await readTransaction(context.db, caller, id));
  return format === 'html' ? receiptPage(receipt) : receipt;
});

/**
 * Requests for a PDF wait at this gate before anything is read, because each takes several statements and a document
 * number. PDFs for mails do not wait here.
 */
const throughReaders = makeGate({ running: 1, waiting: 100, waitMs: 25_000, rests: true });

export const showReceiptPdf = handler(rows.showReceiptPdf, async (context, caller, { id }) => {
  await throttleEvent(context, 'receipts', caller.userId, RECEIPTS_OF_ACCOUNT);
  return throughReaders(async () => {
    const transaction = await readTransaction(context.db, caller, id);
    const receipt = await receiptIn(context, transaction);
    return new BinaryFile(await receiptFile(context, transaction.id, receipt));
  });
});

/** The receipt of a transaction, for a mail to its user. */
export async function readReceiptOf(
  context: Context,
  userId: string,
  id: string,
): Promise<Receipt> {
  const row = await findTransaction(context.db, id);
  assert(row !== null && row.user_id === userId, 'a receipt is of a transaction of its reader');
  return receiptIn(context, row);
}

/**
 * Returns the receipt of a transaction. The sums come from the transfers; the lines were recorded
 * together with the transfers (choice 46).
 */
async function receiptIn({ db, settings }: Context, row: TransactionRow): Promise<Receipt> {
  const transaction = transactionOf(row);
  if (transaction.status !== 'completed') throw new Rejection('PAYMENT_NOT_COMPLETED');
  const [found, parts, { name, contactEmail, seller }, taxSettings] = await Promise.all([
    findReceipt(db, row.id),
    row.parts === 1 ? [] : listSaleParts(db, row.id),
    settings.at(transaction.createdAt),
    settings.taxesAt(transaction.createdAt),
  ]);
  assert(found !== null, 'a transaction has a journal');
  const { document, buyer } = await documentOf(db, row.id, name);
  const { total, fee: processingFee } = found;
  const taxes = taxLinesOfSale(found.taxes, found.tax);
  const tax = sumOfTaxes(taxes);
  const goods = difference(total, sum(tax, processingFee));
  const { lines, discount } = found.receipt ?? {
    lines:
      parts.length > 0
        ? parts.map(({ description: text, amount, card_id }) => ({
            text,
            quantity: 1,
            amount,
            ...cardOf(card_id),
          }))
        : [
            {
              text: transaction.description,
              quantity: 1,
              amount: goods,
              ...cardOf(found.card_id),
            },
          ],
    discount: ZERO,
  };
  return {
    type: transaction.type,
    number: receiptNumber(name, transaction.createdAt, row.id),
    document,
    buyer,
    seller: {
      ...seller,
      name,
      contactEmail,
      taxNumbers: taxNumbersOn(transaction.createdAt, taxSettings, seller.taxNumbers),
    },
    issuedAt: transaction.createdAt,
    lines,
    subtotal: sum(goods, discount),
    discount,
    tax,
    taxes,
    processingFee,
    total,
    currency: CURRENCY,
    paymentMethod: transaction.paymentMethod,
  };
}

/** The catalogue card that a line of a receipt is about. Empty for other lines. */
function cardOf(id: string | null): { catalogueCardId?: string } {
  return id === null ? {} : { catalogueCardId: id };
}

/**
 * Makes a number such as "HC-20261121-1A2B3C4D". It consists of the seller's initials, the day, and
 * the first digits of the transaction's id.
 */
function receiptNumber(seller: string, issuedAt: Date, id: string): string {
  const day = dayOf(issuedAt).replaceAll('-', '');
  return `${initialsOf(seller)}-${day}-${id.slice(0, 8).toUpperCase()}`;
}
