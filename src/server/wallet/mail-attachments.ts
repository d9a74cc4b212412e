// Returns what a mail needs to attach an invoice or credit note: its number, the seller, and the
// PDF (docs/product.md §6).
import { DOCUMENT_WORDS } from '#domain/document.ts';
import { findConsentAt } from '../accounts/consents-queries.ts';
import type { Context } from '../runtime/context.ts';
import { receiptFile } from './receipt-file.ts';
import { receiptNumberOf, linesOfSeller } from './receipt-words.ts';
import { readReceiptOf } from './show-receipt.ts';

/** Mails are in the language of the shop's own texts. */
const LANGUAGE = 'en';

/** Only mails about a receipt or a refund have attachments. */
export const mailAttachments: Context['ports']['mailAttachments'] = async (context, mail) => {
  const { kind, userId, facts } = mail;
  const isAbout = kind === 'receipt' || kind === 'refund';
  const id = isAbout && facts !== null && 'id' in facts ? facts.id : null;
  if (userId === null || typeof id !== 'string') return { lines: [], files: [] };
  const receipt = await readReceiptOf(context, userId, id);
  const word = receipt.document === null ? 'Receipt' : DOCUMENT_WORDS[receipt.document.kind];
  const name = `${word} ${receiptNumberOf(receipt)}`;
  const accepted = await findConsentAt(context.db, userId, 'terms', receipt.issuedAt);
  const terms =
    accepted === null
      ? []
      : [
          `The terms that you accepted: ${context.config.publicUrl}/api/legal/terms/versions/${accepted}/files/${LANGUAGE}`,
        ];
  return {
    lines: [name, ...linesOfSeller(receipt), ...terms],
    files: [
      {
        name: `${name}.pdf`,
        type: 'application/pdf',
        bytes: await receiptFile(context, id, receipt),
      },
    ],
  };
};
