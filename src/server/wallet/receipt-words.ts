// The texts of a receipt. The page and the PDF use them.
import type { Receipt } from '#contract/wallet.ts';
import { difference, ZERO, type Cents } from '#domain/money.ts';
import { sellerLines } from '#domain/seller-lines.ts';
import { rowsOfTaxes } from '#domain/tax-lines.ts';

export const METHOD_WORDS = { balance: 'Account balance', stripe: 'Credit or debit card' } as const;

/** The heading above the buyer's lines. */
export const MADE_OUT_TO = 'Billed to';

/**
 * The number of a receipt. This is the document's running number, or else a number that is made
 * from the transaction.
 */
export function receiptNumberOf({ document, number }: Receipt): string {
  return document?.number ?? number;
}

/** The lines about the seller. */
export function linesOfSeller({ seller }: Receipt): string[] {
  return [seller.name, ...sellerLines(seller, seller.contactEmail)];
}

/** The lines about the recipient. The list is empty if the recipient is unknown. */
export function buyerLines({ buyer }: Receipt): string[] {
  return [buyer?.name, ...(buyer?.address?.split('\n') ?? [])].filter(
    (line) => typeof line === 'string',
  );
}

/** The time of a receipt, such as "2026-11-21 14:05 UTC". */
export function momentOf({ issuedAt }: Receipt): string {
  return `${issuedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The sums below a receipt's lines, from the subtotal with everything added or deducted to the total. */
export function sumsOf(receipt: Receipt): { label: string; amount: Cents; isTotal: boolean }[] {
  const sum = (label: string, amount: Cents, isTotal = false) => ({ label, amount, isTotal });
  return [
    sum('Subtotal', receipt.subtotal),
    ...(receipt.discount > 0 ? [sum('Discount', difference(ZERO, receipt.discount))] : []),
    ...rowsOfTaxes(receipt).map(([label, amount]) => sum(label, amount)),
    ...(receipt.processingFee > 0 ? [sum('Processing fee', receipt.processingFee)] : []),
    sum('Total', receipt.total, true),
  ];
}
