// Stores mails as values, in the transaction of their event. The text is written only when a mail is sent or read,
// because a purchase should not wait for a text that is rarely read from the database.
import type { Letterhead } from './letterhead.ts';
import { partsOfOpened, type OpenedValues, type OpeningsMail } from './templates/openings.ts';
import { partsOfReceipt, type ReceiptValues, type ReceiptMail } from './templates/receipt.ts';
import { partsOfRefund, type RefundValues, type RefundMail } from './templates/refund.ts';
import { writeMail, type MailPart } from './write-mail.ts';

/** A mail that is stored as values. The template of its kind writes its text from them. */
export type ToldMail = OpeningsMail | ReceiptMail | RefundMail;

/** A stored mail. If the mail has values, `text` is null. */
export type StoredWords = {
  kind: string;
  subject: string;
  text: string | null;
  html: string | null;
  facts: object | null;
};

/**
 * Returns the text of a mail. If the mail has values, the text is written now. In mails that are older than the HTML
 * form, `html` is null.
 */
export function mailText(
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
