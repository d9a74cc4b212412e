// Invoices and credit notes are receipts with consecutive numbers (docs/product.md §6).
import { initialsOf } from './shop-settings.ts';

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const DOCUMENT_WORDS: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
};

const MARKS: Record<DocumentKind, string> = { invoice: 'I', credit_note: 'C' };
const DIGITS = 6;

/**
 * "HC-I-000123": the seller's initials, the letter of the kind, and the number. The initials are for readers only;
 * kind and number are unique.
 */
export function documentNumber(kind: DocumentKind, number: number, seller: string): string {
  return `${initialsOf(seller)}-${MARKS[kind]}-${String(number).padStart(DIGITS, '0')}`;
}
