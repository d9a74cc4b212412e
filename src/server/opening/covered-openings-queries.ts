// Marks packs that are opened, but whose cards their buyer has not looked at ("covered").
import {
  batchedStatement,
  statement,
  together,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { inColumns, type BatchedStatement } from '#engine/batched-statement.ts';

type Covered = { userId: string; openingIds: string[] };

/** Marks the packs that a user has just bought and opened as covered. */
export async function coverOpenings(db: Transaction, covered: Covered): Promise<void> {
  await batchedStatement(db, COVERED, covered);
}

const COVERED: BatchedStatement<Covered> = {
  text: `insert into covered_openings (opening_id, user_id) select * from unnest($1::uuid[], $2::uuid[])`,
  valuesOf: (items) =>
    inColumns(
      items.flatMap(({ userId, openingIds }) => openingIds.map((id) => [id, userId])),
      2,
    ),
};

/** Ends the cover of some openings of a user. Returns those of the openings that were covered. */
export async function uncoverOpenings(
  db: Transaction,
  userId: string,
  openingIds: string[],
): Promise<string[]> {
  const rows = await statement<{ opening_id: string }>(
    db,
    `delete from covered_openings where user_id = $1 and opening_id = any ($2::uuid[]) returning opening_id`,
    [userId, openingIds],
  );
  return rows.map((row) => row.opening_id);
}

/** Deletes a user's marks of covered packs. The openings stay. */
export async function deleteCoveredOf(db: Transaction, userId: string): Promise<void> {
  await statement(db, `delete from covered_openings where user_id = $1`, [userId]);
}

type CoveredPackRow = {
  opening_id: string;
  pack_type_id: string;
  pack_name: string;
  picture: string | null;
  card_count: number;
  opened_at: Date;
};

/** Lists a user's newest covered packs, and counts all of them. */
export async function listCoveredOpenings(
  db: Database,
  userId: string,
  limit: number,
): Promise<{ rows: CoveredPackRow[]; total: number }> {
  const [rows, [count]] = await together(db, (one) =>
    Promise.all([
      statement<CoveredPackRow>(
        one,
        `select v.opening_id, t.id as pack_type_id, t.name as pack_name, t.picture, o.opened_at,
           (select count(*) from physical_cards p where p.pack_id = o.pack_id and p.bought_as_id is null)::int as card_count
         from covered_openings v
         join openings o on o.id = v.opening_id
         join places k on k.pack_id = o.pack_id
         join pack_types t on t.id = k.pack_type_id
         where v.user_id = $1 order by o.opened_at desc, o.id limit $2`,
        [userId, limit],
      ),
      statement<{ total: number }>(
        one,
        `select count(*)::int as total from covered_openings where user_id = $1`,
        [userId],
      ),
    ]),
  );
  return { rows, total: count!.total };
}
