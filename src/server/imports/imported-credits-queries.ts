import type { Cents } from '#domain/money.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

type ImportedCredit = {
  userId: string;
  amount: Cents;
  isBought: boolean;
  reference: string | null;
};

export type NewCredit = ImportedCredit & { id: string; mark: Buffer };

/** `mark`: in hexadecimal. */
export type KnownCredit = ImportedCredit & { mark: string };

/** Finds the credits with some marks, and all of some users. */
export async function findImportedCredits(
  db: Database,
  marks: Buffer[],
  userIds: string[],
): Promise<KnownCredit[]> {
  return statement<KnownCredit>(
    db,
    `select encode(mark, 'hex') as mark, user_id as "userId", amount, is_bought as "isBought", reference
     from imported_credits where mark = any ($1::bytea[])
     union select encode(mark, 'hex'), user_id, amount, is_bought, reference
     from imported_credits where user_id = any ($2::uuid[])`,
    [marks, userIds],
  );
}

/** Stores credits. Skips those whose mark has come in before, and returns the ids of the others. */
export async function insertImportedCredits(
  db: Transaction,
  importId: string,
  credits: NewCredit[],
): Promise<Set<string>> {
  const rows = await statement<{ id: string }>(
    db,
    `insert into imported_credits (id, user_id, amount, is_bought, mark, reference, import_id)
     select w.id, w.user_id, w.amount, w.is_bought, w.mark, w.reference, $7
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::boolean[], $5::bytea[], $6::text[])
       as w (id, user_id, amount, is_bought, mark, reference)
     order by w.mark on conflict (mark) do nothing returning id`,
    [
      credits.map(({ id }) => id),
      credits.map(({ userId }) => userId),
      credits.map(({ amount }) => amount),
      credits.map(({ isBought }) => isBought),
      credits.map(({ mark }) => mark),
      credits.map(({ reference }) => reference),
      importId,
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Deletes what the files said of a user's credits. */
export async function deleteReferencesOf(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    'update imported_credits set reference = null where user_id = $1 and reference is not null',
    [userId],
  );
}
