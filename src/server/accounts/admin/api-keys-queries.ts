// API keys, as the admins of the shop see them.
import type { KeyRight } from '#domain/access.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import { pageOf } from '../../database/page-of.ts';
import { beginningOf, type ApiKey } from '../../http/api-key.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  rights: KeyRight[];
  networks: string[];
  /** The address of the admin who made the key. Null if it was made on the command line. */
  made_by: string | null;
  made_at: Date;
  ends_at: Date;
  state: 'active' | 'ended' | 'revoked';
  last_used_at: Date | null;
  last_used_from: string | null;
};

const API_KEY = `k.id, k.name, k.rights, k.networks::text[] as networks, u.email as made_by, k.made_at, k.ends_at,
  k.last_used_at, host(k.last_used_from) as last_used_from, case
    when k.revoked_at is not null then 'revoked'
    when k.ends_at <= shop_now() then 'ended'
    else 'active'
  end as state
  from api_keys k left join users u on u.id = k.made_by_id`;

/** Lists a page of the keys: those that work first, each newest first. */
export async function listApiKeyRows(
  db: Database,
  limit: number,
  offset: number,
): Promise<{ rows: ApiKeyRow[]; total: number }> {
  const page = (part: string) =>
    `select ${API_KEY}
     order by k.revoked_at is null and k.ends_at > shop_now() desc, k.made_at desc, k.id ${part}`;
  return pageOf(db, { from: 'from api_keys', values: [], page }, limit, offset);
}

export async function findApiKey(db: Database, id: string): Promise<ApiKeyRow | null> {
  const [row] = await statement<ApiKeyRow>(db, `select ${API_KEY} where k.id = $1`, [id]);
  return row ?? null;
}

/** Finds the key with a name, which only one key has until it is revoked. Upper and lower case are equal. */
export async function findApiKeyNamed(db: Database, name: string): Promise<ApiKeyRow | null> {
  const [row] = await statement<ApiKeyRow>(
    db,
    `select ${API_KEY} where lower(k.name) = lower($1) and k.revoked_at is null`,
    [name],
  );
  return row ?? null;
}

export type NewKey = {
  name: string;
  rights: readonly KeyRight[];
  networks: readonly string[];
  /** Null: twelve months from now. */
  endsAt: Date | null;
  /** Null: it is made on the command line. */
  madeById: string | null;
};

/**
 * Stores a key and its account. Returns false if another key has the name. The account is named by the key's beginning,
 * too, because a name may be used again.
 */
export async function insertApiKey(
  db: Transaction,
  { id, hash }: ApiKey,
  { name, rights, networks, endsAt, madeById }: NewKey,
): Promise<boolean> {
  await statement(
    db,
    `insert into users (id, email, username, password_hash, is_key) values ($1, $2, $3, '', true)`,
    [id, `${name} (${beginningOf(id)})`, name],
  );
  const rows = await statement(
    db,
    `insert into api_keys (id, name, hash, rights, networks, ends_at, made_by_id)
     select $1, $2, $3, $4, coalesce((select array_agg(distinct network(n::inet)) from unnest($5::text[]) n), '{}'),
       coalesce($6, shop_now() + interval '12 months'), $7
     on conflict ((lower(name))) where revoked_at is null do nothing returning id`,
    [id, name, hash, rights, networks, endsAt, madeById],
  );
  return rows.length > 0;
}

/** Revokes a key for good. Returns false if it is revoked already, or does not exist. */
export async function updateRevoked(db: Transaction, id: string): Promise<boolean> {
  const rows = await statement(
    db,
    'update api_keys set revoked_at = shop_now() where id = $1 and revoked_at is null returning id',
    [id],
  );
  return rows.length > 0;
}
