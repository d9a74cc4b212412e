import { brotliDecompressSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { encodingFor, cacheCompressed } from './send-compressed.ts';

test('unchanged content is written and compressed once, for any number and kind of readers', async () => {
  const text = 'One for all. '.repeat(1_000);
  let written = 0;
  const send = cacheCompressed(() => {
    written += 1;
    return text;
  });
  const sent: Buffer[] = [];
  const reply = {
    header: () => reply,
    send: (bytes: Buffer) => {
      sent.push(bytes);
      return reply;
    },
  } as unknown as FastifyReply;
  const ask = (accepted: string) =>
    send({ headers: { 'accept-encoding': accepted } } as FastifyRequest, reply);
  await Promise.all(Array.from({ length: 40 }, () => ask('gzip, br')));
  await ask('br');
  expect(written).toBe(1);
  // All responses send one buffer, not only equal bytes.
  expect(new Set(sent).size).toBe(1);
  expect(brotliDecompressSync(sent[0]!).toString()).toBe(text);
  await ask('gzip');
  await ask('');
  await ask('gzip');
  expect(written).toBe(3);
  expect(new Set(sent).size).toBe(3);
});

test.each([
  ['*', 'br'],
  ['compress, *', 'br'],
  ['zstd, *;q=0.1', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
] as const)('a client that accepts %j gets %s', (accepted, encoding) => {
  expect(encodingFor({ headers: { 'accept-encoding': accepted } } as FastifyRequest)).toBe(
    encoding,
  );
});
