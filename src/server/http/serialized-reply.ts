// Replies that never change. Each is encoded and compressed once, for all requests.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheCompressed } from './send-compressed.ts';

/** A reply that its handler stores and returns for every request. */
export class SerializedReply<Data> {
  readonly data: Data;
  #send: ReturnType<typeof cacheCompressed> | undefined;
  constructor(data: Data) {
    this.data = data;
  }

  /** Sends the reply. `write` returns the body, and is called once per encoding. */
  send(request: FastifyRequest, reply: FastifyReply, write: () => string): Promise<FastifyReply> {
    this.#send ??= cacheCompressed(write);
    return this.#send(request, reply);
  }
}

/**
 * A cache of the `most` recently used keys. Concurrent callers of a key share one computation. A
 * failure is not cached.
 */
export function cacheLatest<Made>(most: number) {
  const entries = new Map<string, Promise<Made>>();
  return (key: string, make: () => Promise<Made>): Promise<Made> => {
    const made = entries.get(key) ?? make();
    // A map keeps its keys in order of insertion. Used keys are inserted again, so the first key is
    // the least recently used key.
    entries.delete(key);
    entries.set(key, made);
    const [first] = entries.keys();
    if (entries.size > most) entries.delete(first!);
    made.catch(() => entries.get(key) === made && entries.delete(key));
    return made;
  };
}
