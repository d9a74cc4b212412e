import type { DocumentKind } from '#domain/document.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

// A document of this age should have a number, because a job numbers documents every minute, and no
// sale of a user takes this long.
const LATE_LEAST = '5 minutes';
const LATE_MOST = '6 hours';

/**
 * Gives numbers to documents that have none, oldest first. Considers only documents that are at
 * most two minutes older than the newest document with a number. If fewer than `limit` of these are
 * left, also numbers the document of `journalId`. Returns the number of documents that got a
 * number. This is 0 if the document of `journalId` already has a number.
 */
export async function numberDocuments(
  db: Transaction,
  limit: number,
  journalId: string | null = null,
): Promise<number> {
  const [row] = await statement<{ given: number }>(
    db,
    'select number_documents($1, $2) as given',
    [limit, journalId],
    { writes: true },
  );
  return row!.given;
}

/**
 * Lists transactions of the last hours whose document has no number, oldest first. Later documents
 * may already have numbers. Looks up each transaction, because in a join some plans read all
 * documents.
 */
export async function findLateDocuments(db: Database, limit: number): Promise<string[]> {
  const rows = await statement<{ id: string }>(
    db,
    `select late.id from unnest(array['pack_purchase', 'shipping_fee', 'credit_purchase', 'refund']) as k (kind)
     cross join lateral (
       select j.id, j.created_at from journals j
       where j.kind = k.kind and j.created_at > shop_now() - interval '${LATE_MOST}'
         and j.created_at < shop_now() - interval '${LATE_LEAST}'
         and (select true from documents where journal_id = j.id limit 1) is null and series_of(j) is not null
       order by j.created_at, j.id limit $1
     ) late
     order by late.created_at, late.id limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

type Document = {
  kind: DocumentKind;
  number: number | null;
  /**
   * The recipient of the invoice, line by line. Null if the recipient is unknown, or if the
   * document has no number yet.
   */
  buyer_name: string | null;
  buyer_address: string | null;
  /** The number of the invoice of the sale, if the document is a credit note. */
  corrects: number | null;
};

/**
 * Finds the document of a transaction: its kind, and its number if it already has one. Returns null
 * if a transaction of this kind has no document.
 */
export async function findDocument(db: Database, journalId: string): Promise<Document | null> {
  const [row] = await statement<Omit<Document, 'kind'> & { kind: DocumentKind | null }>(
    db,
    `select coalesce(d.series, series_of(j)) as kind, d.number, b.name as buyer_name, b.address as buyer_address,
       case when j.kind = 'refund' then (
         select sold.number from journals sale join documents sold on sold.journal_id = sale.id and sold.series = 'invoice'
         where sale.user_id = j.user_id and sale.reference_id = coalesce(
           (select p.subject_id from refunds r join payments p on p.id = r.payment_id where r.id = j.reference_id),
           (select s.order_id from order_singles s where s.new_card_id = j.reference_id), j.reference_id)
         order by sold.number limit 1
       ) end as corrects
     from journals j
     left join documents d on d.journal_id = j.id
     left join document_buyers b on b.journal_id = j.id
     where j.id = $1`,
    [journalId],
  );
  return row === undefined || row.kind === null ? null : { ...row, kind: row.kind };
}

/** Deletes the recipient of all documents of a deleted account. The documents stay. */
export async function deleteBuyersOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, 'delete from document_buyers where user_id = $1', [userId]);
}

/** Finds the PDF of a document. Returns null if nobody has requested the PDF yet. */
export async function findDocumentPdf(db: Database, journalId: string): Promise<Uint8Array | null> {
  const [row] = await statement<{ pdf: Buffer }>(
    db,
    'select pdf from document_files where journal_id = $1',
    [journalId],
  );
  return row?.pdf ?? null;
}

/**
 * Stores the PDF of a document. Returns false if the document already has a PDF, or if its account
 * is erased.
 */
export async function insertDocumentPdf(
  db: Database,
  journalId: string,
  pdf: Uint8Array,
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into document_files (journal_id, pdf)
     select j.id, $2 from journals j join users u on u.id = j.user_id
     where j.id = $1 and u.erased_at is null
     on conflict do nothing returning journal_id`,
    [journalId, Buffer.from(pdf)],
  );
  return rows.length > 0;
}
