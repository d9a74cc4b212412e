// A response that is compressed once and stored for all visitors. A browser that already has the
// response, by its ETag, gets a 304.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, type Encoding } from './send-compressed.ts';

/** The names and values of headers in turn. Node writes a list of this form without further processing. */
type FlatHeaders = readonly string[];

export type CachedResponse = {
  status: number;
  etag: string;
  whole: Record<Encoding, { headers: FlatHeaders; bytes: Buffer }>;
  unchanged: FlatHeaders;
};

/**
 * Shared caches may serve the response for one second, and for ten minutes while the shop is down.
 * Browsers ask before each use, and mostly get a 304.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=1, stale-if-error=600';

/** Smaller responses are not compressed, because they fit in one network packet anyway. */
export const COMPRESS_BYTES_MIN = 1024;

/**
 * The ETag of a text. Every process computes the same ETag for a text. The ETag is weak, because
 * the bytes of a response differ by encoding.
 */
export function tagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, TAG_LENGTH)}"`;
}

const TAG_LENGTH = 27;

/** Compresses a response with the body `text`. `headers` has all headers except those about the encoding. */
export async function cachedResponse(
  text: string,
  etag: string,
  headers: Record<string, string>,
  status = 200,
): Promise<CachedResponse> {
  const plain = Buffer.from(text);
  const common = Object.entries({
    ...headers,
    'cache-control': CACHE_CONTROL,
    vary: 'accept-encoding',
    etag,
  }).flat();
  const inEncoding = async (encoding: Encoding) => {
    const isPlain = encoding === 'identity' || plain.length < COMPRESS_BYTES_MIN;
    const bytes = isPlain ? plain : await compress(text, encoding);
    const of = isPlain ? [] : ['content-encoding', encoding];
    return { bytes, headers: [...common, ...of, 'content-length', String(bytes.length)] };
  };
  const [br, gzip, identity] = await Promise.all([
    inEncoding('br'),
    inEncoding('gzip'),
    inEncoding('identity'),
  ]);
  return { status, etag, whole: { br, gzip, identity }, unchanged: common };
}

/** The number of bytes that a response takes in memory. */
export function bytesOf({ whole }: CachedResponse): number {
  return whole.br.bytes.length + whole.gzip.bytes.length + whole.identity.bytes.length;
}

/**
 * Sends a response directly, without the rest of Fastify, because the response already has all its
 * headers. If `isLast` is true, the connection ends after the response.
 */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, etag, whole, unchanged }: CachedResponse,
  isLast: boolean,
): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  const known = request.headers['if-none-match'];
  // Only a 200 may be replaced by a 304.
  const isKnown = status === 200 && known !== undefined && isAmong(etag, known);
  const { headers, bytes } = whole[encodingFor(request)];
  const own = ['x-request-id', request.id, ...(isLast ? ['connection', 'close'] : [])];
  raw.writeHead(isKnown ? 304 : status, [...(isKnown ? unchanged : headers), ...own]);
  if (isKnown || request.method === 'HEAD') raw.end();
  else raw.end(bytes);
  return reply;
}

/** Whether a tag is in an If-None-Match header. A weak and a strong tag count as equal in this header. */
function isAmong(etag: string, known: string): boolean {
  if (known === etag || known === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return known.split(',').some((one) => bare(one) === bare(etag));
}
