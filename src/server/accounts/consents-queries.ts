import type { Consent, ConsentOccasion, LegalKey } from '#domain/consent.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** Stores the texts that a user agreed to. Earlier consents stay as they are. */
export async function insertConsents(
  db: Transaction,
  userId: string,
  occasion: ConsentOccasion,
  consents: Consent[],
): Promise<void> {
  await statement(
    db,
    `insert into consents (user_id, occasion, text_key, version)
     select $1, $2, w.text_key, w.version from unnest($3::text[], $4::int[]) as w (text_key, version)
     on conflict do nothing`,
    [userId, occasion, consents.map(({ text }) => text), consents.map(({ version }) => version)],
  );
}

/** Stores that a user confirmed to be at least `age` years old, and where the user lived at that time. */
export async function insertAgeConfirmation(
  db: Transaction,
  userId: string,
  age: number,
  region: string | null,
): Promise<void> {
  await statement(
    db,
    'insert into age_confirmations (user_id, age, region) values ($1, $2, $3) on conflict do nothing',
    [userId, age, region],
  );
}

/** A user's consents, confirmed age and place of residence. */
export type Said = {
  consents: Consent[];
  age: number | null;
  country: string | null;
  state: string | null;
};

/**
 * The columns of `Said` for a row of `users` with the alias `u`. A purchase selects these columns
 * together with the other fields of the buyer.
 */
export const SAID = `
  (select coalesce(json_agg(json_build_object('text', c.text_key, 'version', c.version)), '[]')
     from consents c where c.user_id = u.id and c.occasion = 'purchase') as consents,
  (select max(a.age) from age_confirmations a where a.user_id = u.id) as age, u.country, u.state`;

/**
 * Returns the newest version of a text that a user had accepted by `at`, or null if the user had
 * accepted no version.
 */
export async function findConsentAt(
  db: Database,
  userId: string,
  key: LegalKey,
  at: Date,
): Promise<number | null> {
  const [row] = await statement<{ version: number }>(
    db,
    `select version from consents where user_id = $1 and text_key = $2 and given_at <= $3
     order by given_at desc, version desc limit 1`,
    [userId, key, at],
  );
  return row?.version ?? null;
}

/** Finds a user's consents, confirmed age and place of residence. */
export async function findConsentState(db: Database, userId: string): Promise<Said | null> {
  const [row] = await statement<Said>(db, `select ${SAID} from users u where u.id = $1`, [userId]);
  return row ?? null;
}
