// Texts that are compressed as a whole. Of a stream each would hold a compressor for as long as nobody takes it.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Fast enough to do for each answer; half the bytes of none. */
const BROTLI_QUALITY = 4;

export type Encoding = 'br' | 'gzip' | 'identity';

/** Answers a text, compressed as its reader understands it. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const encoding = encodingFor(request);
  return send(reply, encoding, await compress(text, encoding));
}

/** The same of a text that stays as it is: it is written when somebody wants it, and compressed once for all. */
export function cacheCompressed(
  write: () => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const kept = new Map<Encoding, Promise<Buffer>>();
  return async (request, reply) => {
    const encoding = encodingFor(request);
    const bytes = kept.get(encoding) ?? compress(write(), encoding);
    kept.set(encoding, bytes);
    return send(reply, encoding, await bytes);
  };
}

/**
 * The best encoding that whoever asks understands (RFC 9110, 12.5.3). It has to find one wherever the server's own compressor
 * does: what leaves here as it is would be compressed there, for each answer anew.
 */
export function encodingFor({ headers }: FastifyRequest): Encoding {
  const weights = weightsIn(String(headers['accept-encoding'] ?? ''));
  const isUnderstood = (coding: string) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  if (isUnderstood('br')) return 'br';
  return isUnderstood('gzip') ? 'gzip' : 'identity';
}

/** By coding, and `*` for every other one; of nothing it says that it is not understood. */
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

/** A text in one of them. */
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
