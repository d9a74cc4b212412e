import { statement, type Database } from '#engine/database.ts';

/** Returns, for each source that was ever read without faults, the seconds since then. */
export async function listPriceAges(
  db: Database,
  sources: readonly string[],
): Promise<{ source: string; age: number }[]> {
  return statement(
    db,
    `select s.source, extract(epoch from shop_now() - r.finished_at)::float8 as age
     from unnest($1::text[]) s (source)
     cross join lateral (
       select finished_at from price_runs where source = s.source and error is null and finished_at is not null
       order by started_at desc limit 1
     ) r`,
    [sources],
  );
}
