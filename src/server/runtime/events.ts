// Events inside this process, for subscribers such as the metrics.
import type { Endpoint } from '#contract/endpoint.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { Cents } from '#domain/money.ts';
import { eventChannel } from '../tracing/event-channel.ts';

/**
 * A response was sent. `route`: the pattern of the route, or null if none matched; never a user's
 * input. `endpoint`: null if the request was not for an endpoint. `seconds` includes two waits:
 * `elsewhere` for other servers, and `inDatabase` for the database.
 */
export const requestAnswered = eventChannel<{
  method: string;
  route: string | null;
  endpoint: Endpoint | null;
  status: number;
  seconds: number;
  elsewhere: number;
  inDatabase: number;
}>('request-answered');

/**
 * Money moved in a committed transaction. `gained` and `spent`: the credits that users received and
 * spent.
 */
export const moneyMoved = eventChannel<{
  kind: JournalKind;
  journals: number;
  gained: Cents;
  spent: Cents;
}>('money-moved');

/** Packs were opened in a committed transaction. */
export const packsOpened = eventChannel<{ packs: number }>('packs-opened');
