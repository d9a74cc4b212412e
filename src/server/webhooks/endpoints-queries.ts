import type { HeardType } from '#domain/shop-event.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type PauseReason = 'operator' | 'failing' | 'gone';

export type EndpointRow = {
  id: string;
  name: string;
  url: string;
  events: HeardType[];
  created_at: Date;
  paused_at: Date | null;
  pause_reason: PauseReason | null;
  failed_rounds: number;
  secret_before_until: Date | null;
};

const COLUMNS =
  'w.id, w.name, w.url, w.events, w.created_at, w.paused_at, w.pause_reason, w.failed_rounds, w.secret_before_until';

/** Lists the endpoints, oldest first, with the number of events that wait, counted up to a limit. */
export async function listEndpointRows(
  db: Database,
  countedMost: number,
): Promise<(EndpointRow & { waiting: number })[]> {
  return statement(
    db,
    `select ${COLUMNS}, waiting.count as waiting from webhook_endpoints w
     cross join lateral (
       select count(*)::int from (
         select from webhook_deliveries d where d.endpoint_id = w.id and d.delivered_at is null limit $1
       ) d
     ) waiting
     where w.removed_at is null order by w.created_at, w.id`,
    [countedMost],
  );
}

/** Locks an endpoint until the transaction ends. Returns null if there is none. */
export async function lockEndpoint(db: Transaction, id: string): Promise<EndpointRow | null> {
  const [row] = await statement<EndpointRow>(
    db,
    `select ${COLUMNS} from webhook_endpoints w where w.id = $1 and w.removed_at is null for no key update`,
    [id],
  );
  return row ?? null;
}

/** Locks the list of endpoints, so that two operators don't give the same name at once. */
export async function lockEndpointNames(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`, []);
}

export async function insertEndpoint(
  db: Transaction,
  endpoint: {
    id: string;
    name: string;
    url: string;
    events: readonly HeardType[];
    sealedSecret: string;
  },
): Promise<void> {
  const { id, name, url, events, sealedSecret } = endpoint;
  await statement(
    db,
    `insert into webhook_endpoints (id, name, url, events, sealed_secret) values ($1, $2, $3, $4, $5)`,
    [id, name, url, events, sealedSecret],
  );
}

export async function updateEndpoint(
  db: Transaction,
  { id, name, url, events }: Pick<EndpointRow, 'id' | 'name' | 'url' | 'events'>,
): Promise<void> {
  await statement(
    db,
    'update webhook_endpoints set name = $2, url = $3, events = $4 where id = $1',
    [id, name, url, events],
  );
}

/** Replaces the secret. The old one signs too for `overlapHours`. */
export async function rotateSecret(
  db: Transaction,
  id: string,
  sealedSecret: string,
  overlapHours: number,
): Promise<void> {
  await statement(
    db,
    `update webhook_endpoints set sealed_secret_before = sealed_secret, sealed_secret = $2,
       secret_before_until = shop_now() + make_interval(hours => $3) where id = $1`,
    [id, sealedSecret, overlapHours],
  );
}

/** Pauses an endpoint. Returns false if it was paused before. */
export async function pauseEndpoint(
  db: Database,
  id: string,
  reason: PauseReason,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update webhook_endpoints set paused_at = shop_now(), pause_reason = $2
     where id = $1 and paused_at is null and removed_at is null returning id`,
    [id, reason],
  );
  return rows.length > 0;
}

export async function resumeEndpoint(db: Transaction, id: string): Promise<void> {
  await statement(
    db,
    `update webhook_endpoints set paused_at = null, pause_reason = null, failed_rounds = 0, rests_until = null
     where id = $1`,
    [id],
  );
}

export async function removeEndpoint(db: Transaction, id: string): Promise<void> {
  await statement(
    db,
    'update webhook_endpoints set removed_at = shop_now() where id = $1 and removed_at is null',
    [id],
  );
}

/** An endpoint that may be called now. */
export type CallableEndpoint = {
  id: string;
  name: string;
  url: string;
  sealed_secret: string;
  /** Null if no secret before this one still signs. */
  sealed_secret_before: string | null;
  failed_rounds: number;
};

/** Lists the endpoints that may be called now: they are not paused, and if they are down, their rest is over. */
export async function listCallable(db: Database): Promise<CallableEndpoint[]> {
  return statement(db, `${CALLABLE} order by w.created_at, w.id`, []);
}

/** Reads an endpoint again. Returns null if it may not be called now. */
export async function findCallable(db: Database, id: string): Promise<CallableEndpoint | null> {
  const [row] = await statement<CallableEndpoint>(db, `${CALLABLE} and w.id = $1`, [id]);
  return row ?? null;
}

const CALLABLE = `select w.id, w.name, w.url, w.sealed_secret, w.failed_rounds,
    case when w.secret_before_until > shop_now() then w.sealed_secret_before end as sealed_secret_before
  from webhook_endpoints w
  where w.removed_at is null and w.paused_at is null and (w.rests_until is null or w.rests_until <= shop_now())`;

/** Notes that so many rounds in a row have failed now, and leaves the endpoint alone for `restS` seconds. */
export async function noteFailedRounds(
  db: Database,
  id: string,
  rounds: number,
  restS: number,
): Promise<void> {
  await statement(
    db,
    `update webhook_endpoints set failed_rounds = $2, rests_until = shop_now() + make_interval(secs => $3) where id = $1`,
    [id, rounds, restS],
  );
}

/** Notes that an endpoint answered. */
export async function noteWorking(db: Database, id: string): Promise<void> {
  await statement(
    db,
    'update webhook_endpoints set failed_rounds = 0, rests_until = null where id = $1 and failed_rounds > 0',
    [id],
  );
}

/** Deletes secrets that no longer sign, and endpoints that were removed more than `days` ago. */
export async function deleteOldEndpoints(db: Database, days: number): Promise<void> {
  await statement(
    db,
    `update webhook_endpoints set sealed_secret_before = null, secret_before_until = null
     where secret_before_until <= shop_now()`,
    [],
  );
  await statement(
    db,
    'delete from webhook_endpoints where removed_at < shop_now() - make_interval(days => $1)',
    [days],
  );
}

/** The endpoints that the shop, not an operator, paused. */
export async function listPausedNames(db: Database): Promise<string[]> {
  const rows = await statement<{ name: string }>(
    db,
    `select name from webhook_endpoints where removed_at is null and pause_reason in ('failing', 'gone') order by name`,
    [],
  );
  return rows.map(({ name }) => name);
}
