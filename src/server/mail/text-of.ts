// Mails stored as values. The transaction of their event stores the values. The text is written
// when a mail is sent or read: a purchase doesn't wait for a text that hardly anybody reads in the
// database (choice 253).
import type { Letterhead } from './letterhead.ts';
import { partsOfOpened, type OpenedValues, type OpeningsMail } from './templates/openings.ts';
import { partsOfReceipt, type ReceiptValues, type ReceiptMail } from './templates/receipt.ts';
import { partsOfRefund, type RefundValues, type RefundMail } from './templates/refund.ts';
import { writeMail, type MailPart } from './write-mail.ts';

/** A mail that is still to be written, by the template of its kind. */
export type ToldMail = OpeningsMail | ReceiptMail | RefundMail;

/** A mail as it is stored: `text` is null if it has values in its place. */
export type StoredWords = {
  kind: string;
  subject: string;
  text: string | null;
  html: string | null;
  facts: object | null;
};

/**
 * The text of a mail; for values it is written now. `html` null: the mail is from before mails had
 * a second form.
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
