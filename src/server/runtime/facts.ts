// Events in this process, for whoever subscribes: the metrics do, where they are served. They go over Node's
// diagnostics channels, so that the rooms that publish know nothing of those that count.
import { channel } from 'node:diagnostics_channel';
import type { JournalKind } from '#domain/journal-kind.ts';
import type { Cents } from '#domain/money.ts';

export type Channel<Event> = {
  publish: (event: Event) => void;
  /** Returns a function that unsubscribes. */
  subscribe: (handle: (event: Event) => void) => () => void;
};

function eventChannel<Event>(name: string): Channel<Event> {
  const events = channel(`felt-and-foil:${name}`);
  return {
    publish: (event) => events.publish(event),
    subscribe: (handle) => {
      const listener = (event: unknown): void => handle(event as Event);
      events.subscribe(listener);
      return () => {
        events.unsubscribe(listener);
      };
    },
  };
}

/** A request was answered. `route` is its pattern, never what somebody typed; null: there is none. */
export const requestAnswered = eventChannel<{
  method: string;
  route: string | null;
  status: number;
  seconds: number;
}>('request-answered');

/** Money moved, and it is committed. `gained` and `spent` are what users got and gave in credits. */
export const moneyMoved = eventChannel<{
  kind: JournalKind;
  journals: number;
  gained: Cents;
  spent: Cents;
}>('money-moved');

/** Packs were opened, and it is committed. */
export const packsOpened = eventChannel<{ packs: number }>('packs-opened');

/** What may be of a moment ago was read. `why` it was not read from the replica. */
export const lagReadAnswered = eventChannel<
  { from: 'replica'; why: null } | { from: 'primary'; why: 'own change' | 'not read' | 'failed' }
>('lag-read-answered');
