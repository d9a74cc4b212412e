// Defines events inside this process, for subscribers such as the metrics.
import type { Endpoint } from '#contract/endpoint.ts';
import type { ShopEvent } from '#contract/shop-events.ts';
import { eventChannel } from '../tracing/event-channel.ts';

/**
 * Published when a response was sent. `route`: the pattern of the route, or null if none matched. It never contains a
 * user's input. `endpoint`: null if the request was not for an endpoint. `seconds`: the whole duration, which includes
 * `elsewhere` (the wait for other servers) and `inDatabase` (the wait for the database).
 */
export const responseSent = eventChannel<{
  method: string;
  route: string | null;
  endpoint: Endpoint | null;
  status: number;
  seconds: number;
  elsewhere: number;
  inDatabase: number;
}>('request-answered');

/** Published for each event of the shop, when its transaction has committed (`webhooks/publish-events.ts`). */
export const shopEvents = eventChannel<ShopEvent>('shop-event');
