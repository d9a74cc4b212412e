// Sends stored events to webhooks within a second or two. Every process polls; each delivery is claimed by one of them
// (choice 1038).
import type { Context } from '../runtime/context.ts';
import { listCallable } from '../webhooks/endpoints-queries.ts';
import { sendDeliveries } from '../webhooks/send-deliveries.ts';

const POLL_MS = 1_000;

/** Starts sending, and returns a function that stops it. A call that is cut off by that is made again by another process. */
export function startSendingWebhooks(context: Context): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The endpoints that this process is sending to. A slow one delays no other. */
  const busy = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  const warn = (error: unknown): void => {
    if (signal.aborted) return;
    context.log.warn(
      { event: 'webhooks_not_sent', err: error },
      'Could not send webhooks, will retry',
    );
  };
  const poll = async (): Promise<void> => {
    for (const endpoint of await listCallable(context.db)) {
      if (busy.has(endpoint.id)) continue;
      const sending = sendDeliveries(context, endpoint, signal)
        .catch(warn)
        .finally(() => busy.delete(endpoint.id));
      busy.set(endpoint.id, sending);
    }
  };
  let round = Promise.resolve();
  const next = (): void => {
    round = poll()
      .catch(warn)
      .then(() => {
        if (!signal.aborted) timer = setTimeout(next, POLL_MS).unref();
      });
  };
  next();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await round;
    await Promise.all(busy.values());
  };
}
