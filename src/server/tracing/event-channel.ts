import { eventChannel as channelOf, type Channel } from '#engine/event-channel.ts';

/** Opens a channel whose name has the shop's own prefix. */
export function eventChannel<Event>(name: string): Channel<Event> {
  return channelOf(`felt-and-foil:${name}`);
}
