// Tests a real shop that sends its spans to the test's collector. One purchase, including its mail, must be one trace.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { startTracing, type Tracing } from './start-tracing.ts';
import { currentTrace, traced } from './trace.ts';

const shop = useTestApp({ TRUST_PROXY: '1' });

type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

let collector: Server;
let tracing: Tracing;
const paths: string[] = [];
const bodies: string[] = [];
let spans: Span[];

beforeAll(async () => {
  collector = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      paths.push(request.url ?? '');
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    })();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const packId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
  const buyer = await shop.signUp(100);
  tracing = startTracing({
    endpoint: `http://127.0.0.1:${port}`,
    serviceName: 'shop-under-test',
    version: '9.8.7',
    instance: 'process-3',
  });
  await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  await shop.app.inject({
    url: '/api/pack-types?search=typed-by-somebody',
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  });
  await traced({ name: 'breaks', kind: 'part', attributes: {} }, () =>
    Promise.reject(new RangeError('typed-by-somebody')),
  ).catch(() => {});
  await tracing.stop();
  spans = bodies.flatMap((body) =>
    (
      JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
});

afterAll(() => {
  collector.close();
  collector.closeAllConnections();
});

function spanNamed(name: string): Span {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} in ${spans.map((s) => s.name).join()}`);
  return found;
}

test('a purchase is one trace: its request with its statements inside', () => {
  const request = spanNamed('POST /api/payments/purchase-with-balance');
  const inside = spans.filter(
    ({ traceId, spanId }) => traceId === request.traceId && spanId !== request.spanId,
  );
  expect(inside.length).toBeGreaterThan(2);
  expect(new Set(inside.map(({ parentSpanId }) => parentSpanId))).toEqual(
    new Set([request.spanId]),
  );
  expect(request.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 200 },
  });
});

test('a request continues the trace that its proxy began', () => {
  const request = spanNamed('GET /api/pack-types');
  expect(request).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) });
});

test('failed work is marked, and nothing that a user typed is sent', () => {
  expect(spanNamed('breaks').status.code).toBe(2);
  expect(bodies.join()).not.toContain('typed-by-somebody');
  expect(bodies.join()).toContain('shop-under-test');
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
});

test('each batch names the service, its version and the sending process', () => {
  for (const body of bodies) {
    const [{ resource }] = (JSON.parse(body) as { resourceSpans: [{ resource: object }] })
      .resourceSpans;
    expect(resource).toMatchObject({
      attributes: [
        { key: 'service.name', value: { stringValue: 'shop-under-test' } },
        { key: 'service.version', value: { stringValue: '9.8.7' } },
        { key: 'service.instance.id', value: { stringValue: 'process-3' } },
      ],
    });
  }
});

test('a shop whose traces have ended continues to work', async () => {
  expect(currentTrace()).toBeUndefined();
  expect((await shop.app.inject({ url: '/api/pack-types' })).statusCode).toBe(200);
});
