// Replies that never change: encoded and compressed once, for all requests.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cacheCompressed } from './send-compressed.ts';

/** A reply that its handler stores and returns for every request. */
export class SerializedReply<Data> {
  readonly data: Data;
  #send: ReturnType<typeof cacheCompressed> | undefined;
  constructor(data: Data) {
    this.data = data;
  }

  /** Sends the reply. `write` returns the body and is called only the first time. */
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
  const kept = new Map<string, Promise<Made>>();
  return (key: string, make: () => Promise<Made>): Promise<Made> => {
    const made = kept.get(key) ?? make();
    // A map has its keys in order of insertion, so the first key is the least recently used.
    kept.delete(key);
    kept.set(key, made);
    const [first] = kept.keys();
    if (kept.size > most) kept.delete(first!);
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  };
}
