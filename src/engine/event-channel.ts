// Events in this process go over Node's diagnostics channels, so that whoever publishes knows nothing of those who count.
import { channel } from 'node:diagnostics_channel';

export type Channel<Event> = {
  publish: (event: Event) => void;
  /** Returns a function that unsubscribes. */
  subscribe: (handle: (event: Event) => void) => () => void;
  hasSubscribers: () => boolean;
};

/** Names are shared by all of the process. */
export function eventChannel<Event>(name: string): Channel<Event> {
  const events = channel(name);
  return {
    publish: (event) => events.publish(event),
    subscribe: (handle) => {
      const listener = (event: unknown): void => handle(event as Event);
      events.subscribe(listener);
      return () => {
        events.unsubscribe(listener);
      };
    },
    hasSubscribers: () => events.hasSubscribers,
  };
}
