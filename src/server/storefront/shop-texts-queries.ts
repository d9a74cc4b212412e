import type { TextKey } from '#domain/shop-texts.ts';
import { statement, type Database, type Transaction } from '../database/database.ts';

export type TextRow = {
  version: number;
  body: string;
  shownFrom: Date | null;
  shownUntil: Date | null;
  madeAt: Date;
};

/** The newest version of a text, or null where nobody has written one. */
export async function findNewestText(db: Database, key: TextKey): Promise<TextRow | null> {
  const [row] = await statement<TextRow>(
    db,
    `select version, body, shown_from as "shownFrom", shown_until as "shownUntil", made_at as "madeAt"
     from shop_texts where key = $1 order by version desc limit 1`,
    [key],
  );
  return row ?? null;
}

/** What one version said, or null. */
export async function findTextBody(
  db: Database,
  key: TextKey,
  version: number,
): Promise<string | null> {
  const [row] = await statement<{ body: string }>(
    db,
    'select body from shop_texts where key = $1 and version = $2',
    [key, version],
  );
  return row?.body ?? null;
}

type VersionRow = { version: number; madeAt: Date; madeById: string | null; email: string | null };

/** The newest versions of a text, the newest first, and who saved them. */
export async function listTextVersions(
  db: Database,
  key: TextKey,
  limit: number,
): Promise<VersionRow[]> {
  return statement<VersionRow>(
    db,
    `select t.version, t.made_at as "madeAt", t.made_by_id as "madeById", u.email
     from shop_texts t left join users u on u.id = t.made_by_id
     where t.key = $1 order by t.version desc limit $2`,
    [key, limit],
  );
}

/** Saves a version; false where somebody else has made it already. */
export async function insertText(
  db: Transaction,
  key: TextKey,
  text: { version: number; body: string; shownFrom: Date | null; shownUntil: Date | null },
  madeById: string | null,
): Promise<boolean> {
  const rows = await statement(
    db,
    `insert into shop_texts (key, version, body, shown_from, shown_until, made_by_id)
     values ($1, $2, $3, $4, $5, $6) on conflict (key, version) do nothing returning version`,
    [key, text.version, text.body, text.shownFrom, text.shownUntil, madeById],
  );
  return rows.length > 0;
}
