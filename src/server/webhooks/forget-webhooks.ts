// Deletes old deliveries, and what deliveries have of an erased person.
import { DELIVERY_DAYS } from '#domain/webhook.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { deleteDeliveriesAbout, deleteOldDeliveries } from './deliveries-queries.ts';
import { deleteOldEndpoints } from './endpoints-queries.ts';

/** A job that deletes deliveries after thirty days, whether they arrived or not. */
export async function forgetWebhooks(
  { db }: Context,
  signal?: AbortSignal,
): Promise<{ done: number; failed: number }> {
  let done = 0;
  for (;;) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- Each statement deletes the next thousand.
    const deleted = await deleteOldDeliveries(db, DELIVERY_DAYS);
    if (deleted === 0) break;
    done += deleted;
  }
  await deleteOldEndpoints(db, DELIVERY_DAYS + 1);
  return { done, failed: 0 };
}

/** A part of the port `erasures`. */
export async function forgetDeliveries(
  { db }: Context<Transaction>,
  userId: string,
): Promise<void> {
  await deleteDeliveriesAbout(db, userId);
}
