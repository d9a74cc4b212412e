// The only way to publish an event of the shop. Webhooks and the shop's own metrics get the same events (choice 1035).
import { randomUUID } from 'node:crypto';
import { EVENTS, type ShopEvent } from '#contract/shop-events.ts';
import type { Transaction } from '#engine/database.ts';
import { encoderOf } from '../http/encode-reply.ts';
import { shopEvents } from '../runtime/events.ts';
import { insertDeliveries, type NewDelivery } from './deliveries-queries.ts';

const gathered = new WeakMap<Transaction, ShopEvent[]>();

/**
 * Publishes events of the caller's transaction. They are stored with its commit, for the endpoints that listen, and
 * then reach the subscribers in this process. If the transaction does not commit, there were no events. Call this
 * before the transaction's work ends, while what the event is about is locked, so that its events are in order.
 */
export function publishEvents(db: Transaction, ...events: ShopEvent[]): void {
  if (events.length === 0) return;
  const before = gathered.get(db);
  if (before !== undefined) {
    before.push(...events);
    return;
  }
  const all = [...events];
  gathered.set(db, all);
  db.beforeCommit(async () => {
    gathered.delete(db);
    await insertDeliveries(db, all.map(deliveryOf));
  });
  db.afterCommit(() => {
    for (const event of all) shopEvents.publish(event);
  });
}

function deliveryOf({ type, data }: ShopEvent): NewDelivery {
  const { about, data: shape } = EVENTS[type];
  const encoded = encoderOf(shape)(data) as Record<string, unknown>;
  const { userId } = encoded;
  return {
    eventId: randomUUID(),
    type,
    subject: String(encoded[about]),
    userId: typeof userId === 'string' ? userId : null,
    data: JSON.stringify(encoded),
  };
}
