// Sends texts that are the same for everybody, such as a feed, from the response cache.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cachedEndpointsOf } from './cached-endpoints.ts';
import { cachedResponse, sendCached, tagOf } from './cached-response.ts';
import { asPageError } from './errors.ts';
import { throughReadings } from './gate.ts';
import { isDraining } from './health.ts';

/** Runs a query of a text. */
type Read = <Result>(query: () => Promise<Result>) => Promise<Result>;

/** `write` returns the text with all headers of its response. It runs each query with `read`, and may reject. */
type Write = (read: Read) => Promise<{ text: string; headers: Record<string, string> }>;

/** Returns a function that sends the text of an address. */
export function cachedTexts(app: FastifyInstance) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    write: Write,
  ): Promise<FastifyReply> => {
    const { cache } = cachedEndpointsOf(app)!;
    const read: Read = (query) =>
      cache.step(() =>
        throughReadings(query).catch((error: unknown) => {
          throw asPageError(error);
        }),
      );
    const { value } = await cache.get(address, async () => {
      const at = performance.now();
      const { text, headers } = await write(read);
      return { value: { response: await cachedResponse(text, tagOf(text), headers) }, at };
    });
    return sendCached(request, reply, value.response, isDraining(app));
  };
}
