// Passes events inside this process, by Node's diagnostics channels. Publishers need not know the subscribers.
import { channel } from 'node:diagnostics_channel';

export type Channel<Event> = {
  publish: (event: Event) => void;
  /** Calls `handle` for each event. Returns a function that unsubscribes. */
  subscribe: (handle: (event: Event) => void) => () => void;
  hasSubscribers: () => boolean;
};

/** Opens a channel. Its name is shared by the whole process. */
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
