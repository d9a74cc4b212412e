// What happens in this process, told to whoever listens: the metrics do, where they are served. Over
// Node's own channels, so that the rooms that tell know nothing of those that count.
import { channel } from 'node:diagnostics_channel';
import type { JournalKind } from '#domain/ledger.ts';
import type { Cents } from '#domain/money.ts';

export type Fact<Told> = {
  tell: (told: Told) => void;
  /** Answers how to stop listening. */
  listen: (hear: (told: Told) => void) => () => void;
};

function fact<Told>(name: string): Fact<Told> {
  const line = channel(`felt-and-foil:${name}`);
  return {
    tell: (told) => line.publish(told),
    listen: (hear) => {
      const listener = (told: unknown): void => hear(told as Told);
      line.subscribe(listener);
      return () => {
        line.unsubscribe(listener);
      };
    },
  };
}

/** A request was answered. `route` is its pattern, never what somebody typed; null: there is none. */
export const requestAnswered = fact<{
  method: string;
  route: string | null;
  status: number;
  seconds: number;
}>('request-answered');

/** Money moved, and it is committed. `gained` and `spent` are what users got and gave in credits. */
export const moneyMoved = fact<{
  kind: JournalKind;
  journals: number;
  gained: Cents;
  spent: Cents;
}>('money-moved');

/** Packs were opened, and it is committed. */
export const packsOpened = fact<{ packs: number }>('packs-opened');
