import { statement, type Database, type Transaction } from '#engine/database.ts';

export type SandboxObject = Record<string, unknown> & { id: string; object: string };

/** Stores a new object, or a new state of an object. */
export async function storeObject(db: Database, object: SandboxObject): Promise<void> {
  await statement(
    db,
    `insert into sandbox.objects (id, kind, body) values ($1, $2, $3)
     on conflict (id) do update set body = excluded.body`,
    [object.id, object.object, JSON.stringify(object)],
  );
}

/** Returns an object, locked until the transaction ends, or null if no object has this id and kind. */
export async function lockObject<Kind extends SandboxObject>(
  db: Transaction,
  kind: Kind['object'],
  id: string,
): Promise<Kind | null> {
  const [row] = await statement<{ body: Kind }>(
    db,
    'select body from sandbox.objects where id = $1 and kind = $2 for update',
    [id, kind],
  );
  return row?.body ?? null;
}

/** Lists the objects of a kind that have this value in a field, newest first. */
export async function listObjects<Kind extends SandboxObject>(
  db: Database,
  kind: Kind['object'],
  field: string,
  value: string,
): Promise<Kind[]> {
  const rows = await statement<{ body: Kind }>(
    db,
    `select body from sandbox.objects where kind = $1 and body->>$2::text = $3
     order by created_at desc, id desc`,
    [kind, field, value],
  );
  return rows.map((row) => row.body);
}

/** Returns an object of any kind, or null if there is no such object. */
export async function findObject(db: Database, id: string): Promise<SandboxObject | null> {
  const [row] = await statement<{ body: SandboxObject }>(
    db,
    'select body from sandbox.objects where id = $1',
    [id],
  );
  return row?.body ?? null;
}

/**
 * Lists the objects of a kind since an instant (in seconds), newest first. `after`: only objects that are older than
 * this one.
 */
export async function listNewest(
  db: Database,
  kind: string,
  { from, after, limit }: { from: number; after: string | null; limit: number },
): Promise<SandboxObject[]> {
  const rows = await statement<{ body: SandboxObject }>(
    db,
    `select o.body from sandbox.objects o
     left join sandbox.objects a on a.id = $2
     where o.kind = $4 and (o.body->>'created')::bigint >= $1
       and ($2::text is null or (o.created_at, o.id) < (a.created_at, a.id))
     order by o.created_at desc, o.id desc limit $3`,
    [from, after, limit, kind],
  );
  return rows.map((row) => row.body);
}

/** The shop's balance at the sandbox, in cents. */
export async function sumBalance(db: Database): Promise<number> {
  const [row] = await statement<{ total: number }>(
    db,
    `select coalesce(sum((body->>'net')::bigint), 0)::bigint as total from sandbox.objects where kind = 'balance_transaction'`,
    [],
  );
  return row!.total;
}

/** Locks and returns refunds that will change by themselves. They are only the due ones, or all if `isAll` is true. */
export async function takeRefundsToFinish<Kind extends SandboxObject>(
  db: Transaction,
  isAll: boolean,
): Promise<Kind[]> {
  const rows = await statement<{ body: Kind }>(
    db,
    `select body from sandbox.objects where kind = 'refund' and body ? 'finishes_at'
       and ($1 or (body->>'finishes_at')::bigint <= extract(epoch from clock_timestamp()))
     order by created_at for update skip locked`,
    [isAll],
  );
  return rows.map((row) => row.body);
}

/** Lists disputes, newest first. They are those of one intent, or those of all intents if `intentId` is null. */
export async function listSandboxDisputes(
  db: Database,
  intentId: string | null,
  limit: number,
): Promise<SandboxObject[]> {
  const rows = await statement<{ body: SandboxObject }>(
    db,
    `select body from sandbox.objects
     where kind = 'dispute' and ($1::text is null or body->>'payment_intent' = $1)
     order by created_at desc, id limit $2`,
    [intentId, limit],
  );
  return rows.map((row) => row.body);
}

export type StoredResponse = { fingerprint: string; status: number; body: Record<string, unknown> };

/**
 * Locks an Idempotency-Key until the transaction ends. If another request holds the key, returns `busy`. Otherwise
 * returns the answer that is stored for the key, or null if none is stored.
 */
export async function takeSandboxKey(
  db: Transaction,
  key: string,
): Promise<StoredResponse | 'busy' | null> {
  const [lock] = await statement<{ taken: boolean }>(
    db,
    `select pg_try_advisory_xact_lock(hashtextextended('sandbox ' || $1, 0)) as taken`,
    [key],
  );
  if (!lock!.taken) return 'busy';
  const [response] = await statement<StoredResponse>(
    db,
    'select fingerprint, status, body from sandbox.answers where key = $1',
    [key],
  );
  return response ?? null;
}

export async function storeSandboxResponse(
  db: Transaction,
  key: string,
  response: StoredResponse,
): Promise<void> {
  await statement(
    db,
    'insert into sandbox.answers (key, fingerprint, status, body) values ($1, $2, $3, $4)',
    [key, response.fingerprint, response.status, JSON.stringify(response.body)],
  );
}

export async function insertSandboxEvent(
  db: Database,
  event: { id: string; body: object },
): Promise<void> {
  await statement(db, 'insert into sandbox.events (id, body) values ($1, $2)', [
    event.id,
    JSON.stringify(event.body),
  ]);
}

export type DueEvent = { id: string; body: Record<string, unknown>; attempts: number };

/**
 * Takes due events, oldest first, and postpones the next try of each. The wait is 1 s at first, and doubles up to an
 * hour.
 */
export async function takeDueEvents(db: Database, limit: number): Promise<DueEvent[]> {
  const rows = await statement<DueEvent & { created_at: Date }>(
    db,
    `update sandbox.events e set attempts = attempts + 1,
       next_attempt_at = clock_timestamp() + least(power(2, attempts), 3600) * interval '1 second'
     where id in (
       select id from sandbox.events where next_attempt_at <= clock_timestamp()
       order by created_at limit $1 for update skip locked)
     returning id, body, attempts, created_at`,
    [limit],
  );
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** Ends the tries for an event, after it was delivered or the sandbox gave up. */
export async function closeSandboxEvent(db: Database, id: string): Promise<void> {
  await statement(db, 'update sandbox.events set next_attempt_at = null where id = $1', [id]);
}
