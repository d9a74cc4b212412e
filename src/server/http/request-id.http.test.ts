import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const shop = useTestApp();
const behindProxy = useTestApp({ TRUST_PROXY: '1' });

test('every response names its request by a unique id', async () => {
  const responses = await Promise.all(
    ['/api/pack-types', '/api/pack-types', '/api/nothing', '/healthz'].map((url) =>
      shop.app.inject(url),
    ),
  );
  const ids = responses.map(({ headers }) => headers['x-request-id']);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a request keeps the id from a trusted proxy, and none from anybody else', async () => {
  const headers = { 'x-request-id': 'edge:7f3a-0001' };
  const trusted = await behindProxy.app.inject({ url: '/api/pack-types', headers });
  expect(trusted.headers['x-request-id']).toBe('edge:7f3a-0001');
  const untrusted = await shop.app.inject({ url: '/api/pack-types', headers });
  expect(untrusted.headers['x-request-id']).not.toBe('edge:7f3a-0001');
  for (const odd of ['short', 'has spaces in it', 'x'.repeat(65)]) {
    const response = await behindProxy.app.inject({
      url: '/api/pack-types',
      headers: { 'x-request-id': odd },
    });
    expect(response.headers['x-request-id']).not.toBe(odd);
  }
});
