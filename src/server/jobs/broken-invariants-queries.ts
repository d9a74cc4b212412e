import { statement, type Database, type Transaction } from '#engine/database.ts';

type BrokenInvariant = { invariant: string; violations: number };

/** Stores the broken invariants that an audit found, in place of those of the previous audit. */
export async function replaceBrokenInvariants(
  db: Transaction,
  broken: readonly BrokenInvariant[],
): Promise<void> {
  await statement(db, 'delete from broken_invariants', []);
  await statement(
    db,
    `insert into broken_invariants (invariant, violations) select * from unnest($1::text[], $2::int[])`,
    [broken.map(({ invariant }) => invariant), broken.map(({ violations }) => violations)],
  );
}

export async function listBrokenInvariants(db: Database): Promise<BrokenInvariant[]> {
  return statement<BrokenInvariant>(db, 'select invariant, violations from broken_invariants', []);
}
