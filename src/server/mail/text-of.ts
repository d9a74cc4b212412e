// Mails that tell of facts. They are put down as such in the transaction of their reason, and into words when they are sent
// or looked at: a purchase doesn't wait for words that hardly anybody reads in the database (choice 253).
import type { Letterhead } from './letterhead.ts';
import { partsOfOpened, type OpenedValues, type OpeningsMail } from './templates/openings.ts';
import { partsOfReceipt, type ReceiptValues, type ReceiptMail } from './templates/receipt.ts';
import { partsOfRefund, type RefundValues, type RefundMail } from './templates/refund.ts';
import { writeMail, type MailPart } from './write-mail.ts';

/** A mail that is to be put into words, in the way of its kind. */
export type ToldMail = OpeningsMail | ReceiptMail | RefundMail;

/** A mail as it is stored: `text` null where there are facts in its place. */
export type StoredWords = {
  kind: string;
  subject: string;
  text: string | null;
  html: string | null;
  facts: object | null;
};

/** The words of a mail; those of facts are written now. `html` null: it was written before mails had a second form. */
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
