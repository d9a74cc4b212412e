// Defines events inside this process, for subscribers such as the metrics.
import type { Endpoint } from '#contract/endpoint.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { Cents } from '#domain/money.ts';
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

/**
 * Published when a transaction that moved money has committed. `gained` and `spent`: the credits that users received
 * and spent.
 */
export const moneyMoved = eventChannel<{
  kind: JournalKind;
  journals: number;
  gained: Cents;
  spent: Cents;
}>('money-moved');

/** Published when a transaction that opened packs has committed. */
export const packsOpened = eventChannel<{ packs: number }>('packs-opened');
