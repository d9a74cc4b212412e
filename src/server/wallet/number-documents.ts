// The running numbers of invoices and credit notes. A job assigns them after the money moved; a
// request for a document before that assigns them at once (docs/product.md §6). No purchase waits
// for it.
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
 * Numbers every document that has no number, except one whose sale took minutes:
 * `numberLateDocuments` does that.
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

/** Numbers documents whose sales took so long that the job of each minute had passed their time. */
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
 * The document of a transaction with its number, assigned now if it has none, and its recipient at
 * that time. `seller`: the name, on its day.
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

/** Earlier documents are numbered first, if the job has left any. */
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

/** One of the port `erasures`. */
export async function forgetBuyer({ db }: Context<Transaction>, userId: string): Promise<void> {
  await deleteBuyersOf(db, userId);
}
