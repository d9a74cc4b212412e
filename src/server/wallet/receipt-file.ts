// A receipt as PDF. That of a numbered document is drawn once and stored, because the document never changes.
import type { Receipt } from '#contract/wallet.ts';
import type { Context } from '../runtime/context.ts';
import { findFile, insertFile } from './documents-queries.ts';
import { drawReceipt } from './draw-receipt.ts';

/** The PDF of a transaction's receipt. `draw` decides in which queue one waits that is not stored. */
export async function receiptFile(
  { db }: Pick<Context, 'db'>,
  journalId: string,
  receipt: Receipt,
  { draw = drawReceipt }: { draw?: typeof drawReceipt } = {},
): Promise<Uint8Array> {
  if (!isFinal(receipt)) return draw(receipt);
  const stored = await findFile(db, journalId);
  if (stored !== null) return stored;
  const drawn = await draw(receipt);
  if (await insertFile(db, journalId, drawn)) return drawn;
  return (await findFile(db, journalId)) ?? drawn;
}

/** Not final: a receipt without a number, and a credit note whose sale has none yet. */
function isFinal({ document }: Receipt): boolean {
  return document !== null && (document.kind === 'invoice' || document.corrects !== null);
}
