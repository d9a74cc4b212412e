// Mails that are stored as values, in the transaction of their event. The text is written only when
// a mail is sent or read. A purchase should not wait for writing a text that is rarely read in the
// database (choice 253).
import type { Letterhead } from './letterhead.ts';
import { partsOfOpened, type OpenedValues, type OpeningsMail } from './templates/openings.ts';
import { partsOfReceipt, type ReceiptValues, type ReceiptMail } from './templates/receipt.ts';
import { partsOfRefund, type RefundValues, type RefundMail } from './templates/refund.ts';
import { writeMail, type MailPart } from './write-mail.ts';

/** A mail as values. Its text is written by the template of its kind. */
export type ToldMail = OpeningsMail | ReceiptMail | RefundMail;

/** A mail as stored. `text` is null if the mail has values instead. */
export type StoredWords = {
  kind: string;
  subject: string;
  text: string | null;
  html: string | null;
  facts: object | null;
};

/**
 * The text of a mail. If the mail has values, their text is written now. `html` is null in mails
 * that are older than the HTML form.
 */
export function textOf(
  { kind, subject, text, html, facts }: StoredWords,
  head: Letterhead,
): { text: string; html: string | null } {
  if (facts === null) return { text: text!, html };
  return writeMail(head, { kind, subject, parts: partsOf(kind, facts, head) });
}

function partsOf(kind: string, facts: object, head: Letterhead): MailPart[] {
  switch (kind as ToldMail['kind']) {
    case 'receipt':
      return partsOfReceipt(facts as ReceiptValues, head);
    case 'refund':
      return partsOfRefund(facts as RefundValues, head);
    case 'openings':
      return partsOfOpened(facts as OpenedValues, head);
  }
}
