// Assigns the running numbers of invoices and credit notes. A job assigns them after the money has
// moved, so that no purchase waits for a number. If somebody requests a document before the job
// runs, the document gets its number at once (docs/product.md §6).
import { documentNumber } from '#domain/document.ts';
import type { Receipt } from '#contract/wallet.ts';
import { assert } from '#domain/rejection.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import {
  deleteBuyersOf,
  findDocument,
  findLateDocuments,
  numberDocuments,
} from './documents-queries.ts';

const AT_ONCE = 1000;

/**
 * Gives numbers to all documents that have none. Leaves documents whose sale took minutes to
 * `numberLateDocuments`.
 */
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

/** Gives numbers to documents whose sale took so long that `numberAllDocuments` no longer looks for them. */
export async function numberLateDocuments(
  { db }: Pick<Context, 'db'>,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  const late = await findLateDocuments(db, AT_ONCE);
  for (const journalId of late) {
    signal?.throwIfAborted();
    await numberOne(db, journalId);
  }
  return { done: late.length, failed: 0 };
}

type Made = Pick<Receipt, 'document' | 'buyer'>;

/**
 * Returns the document of a transaction, with its number and its recipient. If the document has no number yet, it gets
 * one now, and its recipient is stored as it is at present. `seller`: the seller's name at the time of the transaction.
 */
export async function documentOf(db: Database, journalId: string, seller: string): Promise<Made> {
  const found = await findDocument(db, journalId);
  if (found === null) return { document: null, buyer: null };
  if (found.number !== null) return madeOf(found, found.number, seller);
  await numberOne(db, journalId);
  const numbered = await findDocument(db, journalId);
  assert(
    numbered !== null && numbered.number !== null,
    'a document that was asked for has a number',
  );
  return madeOf(numbered, numbered.number, seller);
}

/** Gives a number to one document. Earlier documents without a number get theirs before it. */
async function numberOne(db: Database, journalId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    while ((await numberDocuments(tx, AT_ONCE, journalId)) >= AT_ONCE);
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

function madeOf(
  { kind, corrects, buyer_name: name, buyer_address: address }: Found,
  number: number,
  seller: string,
): Made {
  return {
    document: {
      kind,
      number: documentNumber(kind, number, seller),
      corrects: corrects === null ? null : documentNumber('invoice', corrects, seller),
    },
    buyer: name === null && address === null ? null : { name, address },
  };
}

/** Deletes the recipient of all documents of a deleted account. This is part of the port `erasures`. */
export async function forgetBuyer({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteBuyersOf(db, userId);
}
