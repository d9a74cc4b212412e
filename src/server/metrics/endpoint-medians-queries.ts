import { DAY_S } from '#domain/slow-endpoint.ts';
import { statement, type Database } from '#engine/database.ts';

export type EndpointMedian = { endpoint: string; seconds: number };

/** Stores the medians of the five minutes before `now`, and deletes rows older than two days. */
export async function insertMedians(
  db: Database,
  medians: EndpointMedian[],
  now: Date,
): Promise<void> {
  await statement(
    db,
    `with old as (delete from endpoint_medians where measured_at < $3::timestamptz - make_interval(secs => ${2 * DAY_S}))
     insert into endpoint_medians (endpoint, median_s, measured_at)
     select endpoint, seconds, $3 from unnest($1::text[], $2::float8[]) as w (endpoint, seconds)`,
    [medians.map(({ endpoint }) => endpoint), medians.map(({ seconds }) => seconds), now],
  );
}

/** The usual median of each endpoint, taken from its medians between two days ago and one day ago. */
export async function listUsualMedians(db: Database, now: Date): Promise<EndpointMedian[]> {
  return statement<EndpointMedian>(
    db,
    `select endpoint, percentile_cont(0.5) within group (order by median_s) as seconds
     from endpoint_medians
     where measured_at >= $1::timestamptz - make_interval(secs => ${2 * DAY_S})
       and measured_at <= $1::timestamptz - make_interval(secs => ${DAY_S})
     group by endpoint`,
    [now],
  );
}
