import { statement, type Database } from '#engine/database.ts';
import type { CardEvent } from '../runtime/card-provider.ts';

/** Stores an event, unless the database already has it. Returns whether the event still has to be handled. */
export async function recordEvent(db: Database, event: CardEvent): Promise<boolean> {
  const [row] = await statement<{ is_handled: boolean }>(
    db,
    `insert into stripe_events (id, type, intent_id, received_at) values ($1, $2, $3, shop_now())
     on conflict (id) do update set type = stripe_events.type
     returning handled_at is not null as is_handled`,
    [event.id, event.type, event.intentId],
  );
  return !row!.is_handled;
}

export async function markEventHandled(db: Database, id: string): Promise<void> {
  await statement(
    db,
    'update stripe_events set handled_at = shop_now() where id = $1 and handled_at is null',
    [id],
  );
}

/**
 * Lists events that were received but not handled, because the process ended or the provider did
 * not respond.
 */
export async function listEventsToHandle(db: Database, limit: number): Promise<CardEvent[]> {
  const rows = await statement<{ id: string; type: string; intent_id: string | null }>(
    db,
    'select id, type, intent_id from stripe_events where handled_at is null order by received_at limit $1',
    [limit],
  );
  return rows.map((row) => ({ id: row.id, type: row.type, intentId: row.intent_id }));
}
