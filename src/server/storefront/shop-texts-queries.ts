import { LEGAL_KEYS, type LegalKey, type LegalText } from '#domain/consent.ts';
import type { TextKey } from '#domain/shop-texts.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type TextRow = {
  version: number;
  body: string;
  shownFrom: Date | null;
  shownUntil: Date | null;
  madeAt: Date;
};

/** Returns the newest version of a text, or null if there is none. */
export async function findNewestText(db: Database, key: TextKey): Promise<TextRow | null> {
  const [row] = await statement<TextRow>(
    db,
    `select version, body, shown_from as "shownFrom", shown_until as "shownUntil", made_at as "madeAt"
     from shop_texts where key = $1 order by version desc limit 1`,
    [key],
  );
  return row ?? null;
}

/** Returns the text of one version, or null if there is no such version. */
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

/** Lists the newest versions of a text, newest first, with the operator who saved each. */
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

/** The published legal texts in their current versions, in the order of display. */
export async function listLegalTexts(db: Database): Promise<LegalText[]> {
  return statement<LegalText>(
    db,
    `select k.key, t.version, t.made_at as "madeAt"
     from unnest($1::text[]) with ordinality as k (key, place)
     cross join lateral (
       select version, made_at, body from shop_texts where key = k.key order by version desc limit 1
     ) t
     where btrim(t.body) <> '' order by k.place`,
    [LEGAL_KEYS],
  );
}

type PublishedRow = { version: number; madeAt: Date };

/** All published versions of a legal text, newest first. */
export async function listPublished(
  db: Database,
  key: LegalKey,
  limit: number,
): Promise<PublishedRow[]> {
  return statement<PublishedRow>(
    db,
    `select version, made_at as "madeAt" from shop_texts where key = $1 and btrim(body) <> ''
     order by version desc limit $2`,
    [key, limit],
  );
}

/** Saves a version. Returns false if another operator has already saved this version. */
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
