import type { EventType } from '#domain/shop-event.ts';
import type { DeliveryState } from '#domain/webhook.ts';
import { batchedStatement, statement, type Database, type Transaction } from '#engine/database.ts';
import { inColumns, inLines, type BatchedStatement } from '#engine/batched-statement.ts';
import { narrow } from '../database/narrow.ts';
import { pageOf } from '../database/page-of.ts';

export type NewDelivery = {
  eventId: string;
  type: EventType;
  subject: string;
  userId: string | null;
  /** The event's data as JSON. */
  data: string;
};

/**
 * Stores events for the endpoints that listen to them now. Nothing is stored of an event that nobody listens to (choice
 * 1036).
 */
export async function insertDeliveries(db: Transaction, events: NewDelivery[]): Promise<void> {
  await batchedStatement(db, NEW_DELIVERIES, events);
}

const NEW_DELIVERIES: BatchedStatement<NewDelivery[]> = {
  text: `insert into webhook_deliveries (endpoint_id, event_id, type, subject, user_id, data)
   select w.id, e.id, e.type, e.subject, e.user_id, e.data
   from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], string_to_array($5, e'\\n')) with ordinality
     as e (id, type, subject, user_id, data, place)
   join webhook_endpoints w on w.removed_at is null and e.type = any (w.events)
   order by e.place`,
  valuesOf: (transactions) => {
    const events = transactions.flat();
    return [
      ...inColumns(events.map((one) => [one.eventId, one.type, one.subject, one.userId])),
      inLines(events.map(({ data }) => data)),
    ];
  },
};

/** Stores an event for one endpoint, whatever it listens to. */
export async function insertDeliveryTo(
  db: Transaction,
  endpointId: string,
  { eventId, type, subject, data }: NewDelivery,
): Promise<void> {
  await statement(
    db,
    `insert into webhook_deliveries (endpoint_id, event_id, type, subject, data) values ($1, $2, $3, $4, $5)`,
    [endpointId, eventId, type, subject, data],
  );
}

/** A claimed delivery. `tries` includes the one that begins. `failingForS`: the seconds since its first failure. */
export type ClaimedDelivery = {
  id: number;
  event_id: string;
  type: EventType;
  data: string;
  created_at: Date;
  tries: number;
  failing_for_s: number;
};

/** The most calls of one endpoint that a process has open. */
const CALLS_AT_ONCE = 16;

/**
 * For how long a claimed delivery is nobody else's. It is longer than a call may take, so it is claimed again only if
 * its process died.
 */
const CLAIM_SECONDS = 30;

const claim = (most: number) => `with due as materialized (
   select d.id from webhook_deliveries d
   where d.endpoint_id = $1 and d.delivered_at is null and d.due_at <= shop_now() and not exists (
     select from webhook_deliveries e
     where e.endpoint_id = d.endpoint_id and e.subject = d.subject and e.delivered_at is null and e.id < d.id)
   order by d.due_at, d.id limit ${most} for update of d skip locked
 )
 update webhook_deliveries d set due_at = shop_now() + interval '${CLAIM_SECONDS} seconds', tries = d.tries + 1
 from due where d.id = due.id
 returning d.id, d.event_id, d.type, d.data, d.created_at, d.tries,
   coalesce(extract(epoch from shop_now() - d.failing_since), 0)::float8 as failing_for_s`;

const CLAIM_ONE = claim(1);
const CLAIM_SOME = claim(CALLS_AT_ONCE);

/**
 * Claims deliveries to an endpoint that are due, the first undelivered one of each subject. Several processes never
 * claim the same. `only`: claims one at most, because the endpoint is down.
 */
export async function takeDue(
  db: Database,
  endpointId: string,
  { only }: { only: 'one' | null },
): Promise<ClaimedDelivery[]> {
  return statement<ClaimedDelivery>(db, only === null ? CLAIM_SOME : CLAIM_ONE, [endpointId]);
}

/** The result of a try. `pauseS`: the seconds until the next one, if this one failed. */
export type TriedDelivery = {
  id: number;
  tries: number;
  isDelivered: boolean;
  status: number | null;
  response: string | null;
  problem: string | null;
  pauseS: number;
};

/**
 * Stores the results of tries. A failure counts only if nobody has claimed the delivery since, because the process that
 * tried it was too slow. What is answered about an erased person may name them, and is not stored.
 */
export async function updateTried(db: Database, tried: TriedDelivery[]): Promise<void> {
  await statement(
    db,
    `update webhook_deliveries d set tried_at = shop_now(), status = w.status, problem = w.problem,
       response = case when not exists (select from users where id = d.user_id and erased_at is not null) then w.response end,
       delivered_at = case when w.is_delivered then shop_now() end,
       failing_since = case when not w.is_delivered then coalesce(d.failing_since, shop_now()) end,
       due_at = shop_now() + make_interval(secs => w.pause_s)
     from unnest($1::bigint[], $2::int[], $3::boolean[], $4::smallint[], $5::text[], $6::text[], $7::float8[]) as w
       (id, tries, is_delivered, status, response, problem, pause_s)
     where d.id = w.id and d.delivered_at is null and (w.is_delivered or d.tries = w.tries)`,
    inColumns(
      tried.map((one) => [
        one.id,
        one.tries,
        one.isDelivered,
        one.status,
        one.response,
        one.problem,
        one.pauseS,
      ]),
    ),
  );
}

/** Makes the deliveries due that failed before, because their endpoint works again. */
export async function hastenFailed(db: Database, endpointId: string): Promise<void> {
  await statement(
    db,
    `update webhook_deliveries set due_at = shop_now()
     where endpoint_id = $1 and delivered_at is null and failing_since is not null and due_at > shop_now()`,
    [endpointId],
  );
}

/** Gives the undelivered events of an endpoint another three days, from now. */
export async function restartFailed(db: Transaction, endpointId: string): Promise<void> {
  await statement(
    db,
    `update webhook_deliveries set due_at = shop_now(), failing_since = null, tries = 0
     where endpoint_id = $1 and delivered_at is null and failing_since is not null`,
    [endpointId],
  );
}

/** Sends a delivery once more, or now if it was not delivered yet. */
export async function resendDelivery(db: Transaction, id: string): Promise<void> {
  await statement(
    db,
    `update webhook_deliveries set due_at = shop_now(), delivered_at = null, failing_since = null, tries = 0 where id = $1`,
    [id],
  );
}

export type DeliveryRow = {
  id: number;
  endpoint_id: string;
  endpoint_name: string;
  event_id: string;
  type: EventType;
  subject: string;
  created_at: Date;
  tries: number;
  failing_since: Date | null;
  tried_at: Date | null;
  delivered_at: Date | null;
  due_at: Date;
  status: number | null;
  problem: string | null;
};

export type DeliveryDetailRow = DeliveryRow & { data: string; response: string | null };

const COLUMNS = `t.id, t.endpoint_id, w.name as endpoint_name, t.event_id, t.type, t.subject, t.created_at, t.tries,
  t.failing_since, t.tried_at, t.delivered_at, t.due_at, t.status, t.problem`;

const STATE_SQL: Record<DeliveryState, string> = {
  waiting: 't.delivered_at is null and t.failing_since is null',
  failing: 't.delivered_at is null and t.failing_since is not null',
  delivered: 't.delivered_at is not null',
};

/** Lists a page of deliveries to endpoints that were not removed, newest first. */
export async function listDeliveryRows(
  db: Database,
  { endpointId, state }: { endpointId: string | null; state: DeliveryState | null },
  limit: number,
  offset: number,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const { where, values } = narrow([
    { sql: 't.endpoint_id = $?', value: endpointId },
    ...(state === null ? [] : [{ sql: STATE_SQL[state], value: state }]),
  ]);
  const from = `from webhook_deliveries t join webhook_endpoints w on w.id = t.endpoint_id and w.removed_at is null where ${where}`;
  const page = (part: string) => `select ${COLUMNS} ${from} order by t.id desc ${part}`;
  return pageOf<DeliveryRow>(db, { from, values, page }, limit, offset);
}

/** Returns a delivery with its body and answer, or null if there is none, or its endpoint was removed. */
export async function findDelivery(db: Database, id: string): Promise<DeliveryDetailRow | null> {
  const [row] = await statement<DeliveryDetailRow>(
    db,
    `select ${COLUMNS}, t.data, t.response
     from webhook_deliveries t join webhook_endpoints w on w.id = t.endpoint_id and w.removed_at is null where t.id = $1`,
    [id],
  );
  return row ?? null;
}

const FORGOTTEN_AT_ONCE = 1_000;

/** Deletes deliveries that are older than `days`, a thousand at most. Returns how many. */
export async function deleteOldDeliveries(db: Database, days: number): Promise<number> {
  const rows = await statement(
    db,
    `delete from webhook_deliveries where id in (
       select id from (select id, created_at from webhook_deliveries order by id limit ${FORGOTTEN_AT_ONCE}) d
       where d.created_at < shop_now() - make_interval(days => $1)
     ) returning id`,
    [days],
  );
  return rows.length;
}

/**
 * Deletes what endpoints were told of a person, and what they answered. Events that are not delivered yet stay: they
 * name the person by id alone.
 */
export async function deleteDeliveriesAbout(db: Transaction, userId: string): Promise<void> {
  await statement(
    db,
    `with gone as (delete from webhook_deliveries where user_id = $1 and delivered_at is not null)
     update webhook_deliveries set response = null where user_id = $1 and delivered_at is null and response is not null`,
    [userId],
  );
}
