// The running numbers of invoices and credit notes. A job assigns them after the money has moved,
// so that no purchase waits for a number. If somebody requests a document earlier, it gets its
// number at once (docs/product.md §6).
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
 * Numbers all documents without a number. Leaves documents whose sale took minutes to
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

/**
 * Numbers documents whose sale took so long that the job of each minute no longer looks for them.
 */
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
 * The document of a transaction, with its number and its recipient. A document without a number
 * gets one now, together with its present recipient. `seller`: the seller's name at the time of the
 * transaction.
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

/** Numbers one document. Earlier documents without a number come first. */
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

/** Deletes the buyer from a deleted account's documents. Part of the port `erasures`. */
export async function forgetBuyer({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteBuyersOf(db, userId);
}
