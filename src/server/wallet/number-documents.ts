// The running numbers of invoices and credit notes: a job gives them after the money moved, and whoever reads a document
// before that has them given at once (docs/product.md §6). No purchase waits for it.
import { documentNumber } from '#domain/document.ts';
import type { Receipt } from '#contract/wallet.ts';
import { assert } from '#domain/rejection.ts';
import { inTransaction, type Database } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { findDocument, numberDocuments } from './documents-queries.ts';

const AT_ONCE = 1000;

/** Gives a number to every document that has none. */
export async function numberAllDocuments(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  for (let done = 0; ;) {
    signal?.throwIfAborted();
    const given = await inTransaction(db, (tx) => numberDocuments(tx, AT_ONCE));
    done += given;
    if (given < AT_ONCE) return { done, failed: 0 };
  }
}

/** The document of a transaction with its number, which it gets now if it has none. `seller`: by name, of its day. */
export async function documentOf(
  db: Database,
  journalId: string,
  seller: string,
): Promise<Receipt['document']> {
  const found = await findDocument(db, journalId);
  if (found === null) return null;
  const { kind } = found;
  if (found.number !== null) return { kind, number: documentNumber(kind, found.number, seller) };
  await inTransaction(db, async (tx) => {
    // What came before it comes first, as far as the job has left any.
    while ((await numberDocuments(tx, AT_ONCE)) >= AT_ONCE);
    await numberDocuments(tx, AT_ONCE, journalId);
  });
  const numbered = await findDocument(db, journalId);
  assert(
    numbered !== null && numbered.number !== null,
    'a document that was asked for has a number',
  );
  return { kind, number: documentNumber(kind, numbered.number, seller) };
}
