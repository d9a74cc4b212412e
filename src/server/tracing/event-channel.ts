import { eventChannel as channelOf, type Channel } from '#engine/event-channel.ts';

/** A channel of the shop’s own. */
export function eventChannel<Event>(name: string): Channel<Event> {
  return channelOf(`felt-and-foil:${name}`);
}
