// Returns receipts as PDF. If a receipt's document has a number, its PDF is drawn once and stored,
// because the document never changes.
import type { Receipt } from '#contract/wallet.ts';
import type { Context } from '../runtime/context.ts';
import { findDocumentPdf, insertDocumentPdf } from './documents-queries.ts';
import { drawReceipt } from './draw-receipt.ts';

/** The PDF of a transaction's receipt. */
export async function receiptFile(
  { db }: Pick<Context, 'db'>,
  journalId: string,
  receipt: Receipt,
): Promise<Uint8Array> {
  if (!isFinal(receipt)) return drawReceipt(receipt);
  const stored = await findDocumentPdf(db, journalId);
  if (stored !== null) return stored;
  const drawn = await drawReceipt(receipt);
  if (await insertDocumentPdf(db, journalId, drawn)) return drawn;
  return (await findDocumentPdf(db, journalId)) ?? drawn;
}

/**
 * Whether a receipt can no longer change. A receipt without a number can still change, and so can a
 * credit note while its invoice has no number.
 */
function isFinal({ document }: Receipt): boolean {
  return document !== null && (document.kind === 'invoice' || document.corrects !== null);
}
