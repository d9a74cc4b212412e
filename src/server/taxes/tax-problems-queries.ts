import { statement, type Database } from '#engine/database.ts';

/** A kind of problem with the tax provider. */
export type TaxProblem = {
  code: string;
  message: string;
  times: number;
  first_at: Date;
  last_at: Date;
};

/** Adds one to a problem's count, and stores its newest message. */
export async function noteProblem(db: Database, code: string, message: string): Promise<void> {
  await statement(
    db,
    `insert into tax_problems (code, message) values ($1, $2)
     on conflict (code) do update set message = excluded.message, times = tax_problems.times + 1, last_at = shop_now()`,
    [code, message],
  );
}

/** Lists the problems of the last `days` days, newest first. */
export async function listProblems(db: Database, days: number): Promise<TaxProblem[]> {
  return statement<TaxProblem>(
    db,
    `select code, message, times, first_at, last_at from tax_problems
     where last_at > shop_now() - $1::int * interval '1 day' order by last_at desc, code limit 20`,
    [days],
  );
}
