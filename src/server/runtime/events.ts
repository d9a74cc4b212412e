// Events in this process, for subscribers such as the metrics.
import type { Endpoint } from '#contract/endpoint.ts';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { Cents } from '#domain/money.ts';
import { eventChannel } from '../tracing/event-channel.ts';

/**
 * A response was sent. `route` is its pattern, never what a user typed; null: there is none.
 * `endpoint`: null for what is no endpoint. Of the `seconds`, it waited `elsewhere` for other
 * servers, and `inDatabase` for the database.
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
 * Money moved, and the transaction is committed. `gained` and `spent` are the credits that users
 * received and spent.
 */
export const moneyMoved = eventChannel<{
  kind: JournalKind;
  journals: number;
  gained: Cents;
  spent: Cents;
}>('money-moved');

/** Packs were opened, and the transaction is committed. */
export const packsOpened = eventChannel<{ packs: number }>('packs-opened');
