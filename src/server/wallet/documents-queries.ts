import type { DocumentKind } from '#domain/document.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

/** Gives numbers to documents that have none, the oldest first; that of `journalId` among them. Returns how many. */
export async function numberDocuments(
  db: Transaction,
  limit: number,
  journalId: string | null = null,
): Promise<number> {
  const [row] = await statement<{ given: number }>(db, 'select number_documents($1, $2) as given', [
    limit,
    journalId,
  ]);
  return row!.given;
}

/** The document of a transaction: its kind, and its number once it has one. Null: there is none of its kind. */
export async function findDocument(
  db: Database,
  journalId: string,
): Promise<{ kind: DocumentKind; number: number | null } | null> {
  const [row] = await statement<{ kind: DocumentKind | null; number: number | null }>(
    db,
    `select coalesce(d.series, series_of(j)) as kind, d.number
     from journals j left join documents d on d.journal_id = j.id where j.id = $1`,
    [journalId],
  );
  return row === undefined || row.kind === null ? null : { kind: row.kind, number: row.number };
}
