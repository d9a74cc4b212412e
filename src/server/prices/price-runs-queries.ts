import { statement, type Database } from '#engine/database.ts';

/** Records the start of a source's refresh. */
export async function insertPriceRun(
  db: Database,
  run: { id: string; source: string; startedAt: Date },
): Promise<void> {
  await statement(db, 'insert into price_runs (id, source, started_at) values ($1, $2, $3)', [
    run.id,
    run.source,
    run.startedAt,
  ]);
}

/** Records the result of a source's refresh. */
export async function finishPriceRun(
  db: Database,
  run: {
    id: string;
    finishedAt: Date;
    cards: number;
    newPrices: number;
    heldBack: number;
    error: string | null;
  },
): Promise<void> {
  await statement(
    db,
    `update price_runs set finished_at = $2, cards = $3, new_prices = $4, held_back = $5, error = $6
     where id = $1`,
    [run.id, run.finishedAt, run.cards, run.newPrices, run.heldBack, run.error],
  );
}

/** Returns the start of a source's newest successful refresh, or null if there was none. */
export async function findLastPriceRun(db: Database, source: string): Promise<Date | null> {
  const [row] = await statement<{ started_at: Date }>(
    db,
    `select started_at from price_runs where source = $1 and finished_at is not null and error is null
     order by started_at desc limit 1`,
    [source],
  );
  return row?.started_at ?? null;
}

export type PriceRunRow = {
  id: string;
  source: string;
  started_at: Date;
  finished_at: Date | null;
  cards: number;
  new_prices: number;
  held_back: number;
  error: string | null;
};

const RUN = 'id, source, started_at, finished_at, cards, new_prices, held_back, error';

/** Lists the last refreshes of all sources, newest first. */
export async function listPriceRuns(db: Database, limit: number): Promise<PriceRunRow[]> {
  return statement<PriceRunRow>(
    db,
    `select ${RUN} from price_runs order by started_at desc, id limit $1`,
    [limit],
  );
}

/** Returns the newest refresh of each of `sources`, by the source's name. */
export async function listNewestRuns(
  db: Database,
  sources: string[],
): Promise<Map<string, PriceRunRow>> {
  const rows = await statement<PriceRunRow>(
    db,
    `select r.* from unnest($1::text[]) as s (name)
     cross join lateral (
       select ${RUN} from price_runs where source = s.name order by started_at desc limit 1
     ) r`,
    [sources],
  );
  return new Map(rows.map((row) => [row.source, row]));
}

/**
 * Returns the day of the newest price, and whether prices are fresh. They are fresh if that day is at most two days
 * ago, and if the last refresh that brought prices began within 48 hours.
 */
export async function findPriceDay(
  db: Database,
): Promise<{ is_fresh: boolean; newest_day: Date | null }> {
  const [row] = await statement<{ is_fresh: boolean; newest_day: Date | null }>(
    db,
    `select coalesce(day >= (shop_now() at time zone 'utc')::date - 2, false) and exists (
         select from price_runs where started_at > shop_now() - interval '48 hours'
           and finished_at is not null and error is null and cards > 0
       ) as is_fresh,
       day::timestamp at time zone 'utc' as newest_day
     from (select max(priced_on) as day from cards) as newest`,
    [],
  );
  return row!;
}
