// Replies that never change: written and compressed once, for everybody who asks for them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepCompressed } from './send-compressed.ts';

/** A reply that its verb keeps, and answers again. */
export class KeptReply<Data> {
  readonly data: Data;
  #send: ReturnType<typeof keepCompressed> | undefined;
  constructor(data: Data) {
    this.data = data;
  }

  /** `write` makes its body, the first time only. */
  send(request: FastifyRequest, reply: FastifyReply, write: () => string): Promise<FastifyReply> {
    this.#send ??= keepCompressed(write);
    return this.#send(request, reply);
  }
}

/**
 * Keeps what is made under a key, for the `most` keys that were asked for last. Who asks while it is made waits for it; what
 * fails is not kept.
 */
export function keepLatest<Made>(most: number) {
  const kept = new Map<string, Promise<Made>>();
  return (key: string, make: () => Promise<Made>): Promise<Made> => {
    const made = kept.get(key) ?? make();
    // The first key of a map is the one that nobody asked for the longest time.
    kept.delete(key);
    kept.set(key, made);
    const [first] = kept.keys();
    if (kept.size > most) kept.delete(first!);
    made.catch(() => kept.get(key) === made && kept.delete(key));
    return made;
  };
}
