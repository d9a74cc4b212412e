// Compresses a text in one piece. A compressing stream would hold memory until the client has read
// the whole text.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** This quality is fast enough to compress each response, and halves the number of bytes. */
const BROTLI_QUALITY = 4;

export type Encoding = 'br' | 'gzip' | 'identity';

/** Sends a text in the best encoding that the client accepts. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const encoding = encodingFor(request);
  return send(reply, encoding, await compress(text, encoding));
}

/**
 * Returns a function that sends a text that never changes. The text is written and compressed once
 * per encoding, at the first request for this encoding.
 */
export function cacheCompressed(
  write: () => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return async (request, reply) => {
    const encoding = encodingFor(request);
    const bytes = compressed.get(encoding) ?? compress(write(), encoding);
    compressed.set(encoding, bytes);
    return send(reply, encoding, await bytes);
  };
}

/**
 * Returns the best encoding that the client accepts (RFC 9110, 12.5.3). If the server's own
 * compressor finds an encoding, this function must find one, too. Otherwise that compressor would
 * compress the text for each response.
 */
export function encodingFor({ headers }: FastifyRequest): Encoding {
  const weights = weightsIn(String(headers['accept-encoding'] ?? ''));
  const isUnderstood = (coding: string) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  if (isUnderstood('br')) return 'br';
  return isUnderstood('gzip') ? 'gzip' : 'identity';
}

/**
 * The weight of each coding in an Accept-Encoding header. `*` gives the weight of codings that are
 * not listed; without `*` such codings are not accepted.
 */
function weightsIn(accepted: string): Map<string, number> {
  const codings = accepted.toLowerCase().replaceAll('x-gzip', 'gzip').split(',');
  return new Map(
    codings.map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim());
      const weight = parameters.find((one) => one.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))];
    }),
  );
}

export async function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(text);
  if (encoding === 'identity') return Buffer.from(text);
  return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
}

function send(reply: FastifyReply, encoding: Encoding, bytes: Buffer): FastifyReply {
  reply.header('vary', 'accept-encoding');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bytes);
}
