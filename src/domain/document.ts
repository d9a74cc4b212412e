// Invoices and credit notes: receipts with a running number (docs/product.md §6).
import { initialsOf } from './shop-settings.ts';

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_WORDS: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

const MARKS: Record<DocumentKind, string> = { invoice: 'I', credit_note: 'C' };
const DIGITS = 6;

/** "HC-I-000123": the seller's initials, the series, and the place in it. The number alone tells documents apart. */
export function documentNumber(kind: DocumentKind, number: number, seller: string): string {
  return `${initialsOf(seller)}-${MARKS[kind]}-${String(number).padStart(DIGITS, '0')}`;
}
