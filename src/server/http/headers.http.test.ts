// Tests the headers of every kind of response, whichever part of the server sends the response.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { buildApp } from '../app.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { servePages } from './pages.ts';

const PUBLIC_URL = 'https://shop.example';
const shop = useTestApp({ PUBLIC_URL, LOG_LEVEL: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'pages-'));
let app: FastifyInstance;
let stripeApp: FastifyInstance;
let admin: SignedIn;
let packType: string;

/** The whole shop, with a web bundle of three files in the layout of a real build. */
async function withPages(stripe: boolean, imageHosts: string[] = []): Promise<FastifyInstance> {
  const whole = await buildApp(shop.context);
  whole.get('/api/broken', () => {
    throw new Error('select secret_column from users: connection string postgres://u:pw@host');
  });
  await servePages(whole, {
    clientDir: join(folder, 'client'),
    serverEntry: pathToFileURL(join(folder, 'entry.js')).href,
    publicUrl: PUBLIC_URL,
    stripe,
    isGame: () => false,
    imageHosts,
    call: async () => null,
  });
  return whole;
}

beforeAll(async () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true });
  mkdirSync(join(folder, 'client/.vite'));
  writeFileSync(join(folder, 'client/.vite/manifest.json'), '{}');
  writeFileSync(join(folder, 'client/assets/app-1a2b.js'), 'export {};');
  mkdirSync(join(folder, 'client/verify'));
  writeFileSync(join(folder, 'client/verify/packproof.html'), '<title>Check a proof</title>');
  writeFileSync(join(folder, 'client/plain.txt'), 'User-agent: *');
  writeFileSync(
    join(folder, 'entry.js'),
    `export const isPage = (path) => ['/', '/old', '/packs'].includes(path);
     export async function renderPage(request, { nonce }) {
       const { pathname } = new URL(request.url);
       if (pathname === '/old') return new Response(null, { status: 302, headers: { location: 'https://evil.test/new?a=1' } });
       return new Response('<script nonce="' + nonce + '">start()</script><script>evil()</script>', { status: pathname === '/' ? 200 : 404 });
     }`,
  );
  app = await withPages(false);
  stripeApp = await withPages(true);
  admin = await shop.signUp({ role: 'admin' });
  packType = await stockPackType(shop.context, { packs: 1 });
});
afterAll(async () => {
  await app.close();
  await stripeApp.close();
  rmSync(folder, { recursive: true });
});

const NOTHING =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; report-uri /policy-reports; report-to policy";
const EVERYWHERE = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'reporting-endpoints': 'policy="/policy-reports"',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};

type Kind = {
  name: string;
  status: number;
  type: RegExp;
  method?: 'GET' | 'POST' | 'HEAD';
  url: () => string;
  signedIn?: boolean;
  body?: string;
  /** The directives by which the response's policy allows loading. If omitted, the policy allows no loading. */
  loads?: string;
  /** Whether pages of any origin may read the response (`any-origin.http.test.ts`). */
  isPublic?: true;
};

const JSON_TYPE = /^application\/json; charset=utf-8$/;
const HTML_TYPE = /^text\/html; charset=utf-8$/;
/** What the page about the API may load. Nothing of it may be inline but its own script and style. */
const READER_LOADS =
  "script-src 'self' 'sha256-…'; style-src 'self' 'sha256-…'; img-src 'self' data:; connect-src 'self'; ";

const KINDS: Kind[] = [
  {
    name: 'public data',
    status: 200,
    type: JSON_TYPE,
    url: () => '/api/pack-types',
    isPublic: true,
  },
  {
    name: 'private data',
    status: 200,
    type: JSON_TYPE,
    url: () => '/api/users/profile',
    signedIn: true,
  },
  { name: 'a visitor’s refusal', status: 401, type: JSON_TYPE, url: () => '/api/users/profile' },
  {
    name: 'a refused form',
    status: 400,
    type: JSON_TYPE,
    method: 'POST',
    url: () => '/api/auth/login',
    body: '{}',
  },
  {
    name: 'a body that is no JSON',
    status: 400,
    type: JSON_TYPE,
    method: 'POST',
    url: () => '/api/auth/login',
    body: '{',
  },
  { name: 'an unknown address', status: 404, type: JSON_TYPE, url: () => '/api/nothing' },
  {
    name: 'a method that is not taken',
    status: 405,
    type: JSON_TYPE,
    url: () => '/api/auth/login',
  },
  { name: 'an address that can’t be read', status: 400, type: JSON_TYPE, url: () => '/api/%ff' },
  { name: 'a fault', status: 500, type: JSON_TYPE, url: () => '/api/broken' },
  {
    name: 'a CSV file',
    status: 200,
    type: /^text\/csv; charset=utf-8$/,
    url: () => '/api/admin/orders.csv?from=2026-01-01&to=2026-01-02',
    signedIn: true,
  },
  { name: 'health', status: 200, type: JSON_TYPE, url: () => '/healthz' },
  { name: 'readiness', status: 200, type: JSON_TYPE, url: () => '/readyz' },
  { name: 'the API document', status: 200, type: JSON_TYPE, url: () => '/api/openapi.json' },
  {
    name: 'the page about the API',
    status: 200,
    type: HTML_TYPE,
    url: () => '/api/docs',
    loads: READER_LOADS,
  },
  {
    name: 'the script of the page about the API',
    status: 200,
    type: /^text\/javascript; charset=utf-8$/,
    url: () => '/api/docs/reader.js',
  },
  {
    name: 'a drawing',
    status: 200,
    type: /^image\/svg\+xml/,
    url: () => `/art/pack/${packType}.svg`,
  },
  {
    name: 'a drawing of nothing',
    status: 404,
    type: JSON_TYPE,
    url: () => `/art/card/${randomUUID()}.svg`,
  },
  { name: 'a script', status: 200, type: /javascript/, url: () => '/assets/app-1a2b.js' },
  { name: 'a script that is gone', status: 404, type: JSON_TYPE, url: () => '/assets/gone.js' },
  { name: 'the saved verifier', status: 200, type: HTML_TYPE, url: () => '/verify/packproof.html' },
  { name: 'a file', status: 200, type: /^text\/plain/, url: () => '/plain.txt' },
  ...[
    { name: 'a page', status: 200, path: '/' },
    { name: 'a page that there isn’t', status: 404, path: '/nowhere' },
    { name: 'a page whose address can’t be read', status: 404, path: '/%ff' },
    { name: 'a pack whose id can’t be read', status: 404, path: '/pack/%E0%A4%A?x=1' },
  ].map(({ name, status, path }) => ({
    name,
    status,
    type: HTML_TYPE,
    url: () => path,
    loads:
      "script-src 'self' 'sha256-…'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; connect-src 'self'; upgrade-insecure-requests; ",
  })),
  {
    name: 'a head',
    status: 200,
    type: HTML_TYPE,
    method: 'HEAD',
    url: () => '/api/docs',
    loads: READER_LOADS,
  },
];

function ask(kind: Kind) {
  return app.inject({
    method: kind.method ?? 'GET',
    url: kind.url(),
    headers: {
      ...(kind.signedIn ? { authorization: `Bearer ${admin.accessToken}` } : {}),
      ...(kind.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(kind.body === undefined ? {} : { payload: kind.body }),
  });
}

describe('the headers of', () => {
  test.each(KINDS.map((kind) => [kind.name, kind] as const))(
    '%s are complete',
    async (_name, kind) => {
      const { statusCode, headers } = await ask(kind);
      expect(statusCode).toBe(kind.status);
      expect(headers['content-type']).toMatch(kind.type);
      expect(headers).toMatchObject(EVERYWHERE);
      const allowed = kind.isPublic === true ? '*' : undefined;
      expect(headers['access-control-allow-origin']).toBe(allowed);
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*[ ;]/);
      const loads = policy
        .replaceAll(/nonce-[\w+/]{22}==/g, 'nonce-…')
        .replaceAll(/sha256-[\w+/]{43}=/g, 'sha256-…');
      const formAction = kind.loads?.includes('manifest-src') ? 'self' : 'none';
      expect(loads).toBe(
        NOTHING.replace("form-action 'none'", `form-action '${formAction}'`).replace(
          "object-src 'none'",
          `${kind.loads ?? ''}object-src 'none'`,
        ),
      );
    },
  );

  test('responses to invalid HTTP are complete, too', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await rawly(app, 'NONSENSE\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const [name, value] of Object.entries(EVERYWHERE)) {
      expect(response).toContain(`${name}: ${value}\r\n`);
    }
    expect(response).toContain(`content-security-policy: ${NOTHING}\r\n`);
  });
});

describe('a page', () => {
  test('runs its own scripts by their hashes, and no other; it has no nonce that injected code could use', async () => {
    for (const path of ['/', '/nowhere', '/packs?sort=price']) {
      const { body, headers } = await app.inject(path);
      const policy = String(headers['content-security-policy']);
      const hashOf = (code: string) => createHash('sha256').update(code).digest('base64');
      expect(body).toContain('<script>start()</script>');
      expect(policy).toContain(`'sha256-${hashOf('start()')}'`);
      // The page contains an injected script. The script does not have the page's nonce.
      expect(body).toContain('<script>evil()</script>');
      expect(policy).not.toContain(hashOf('evil()'));
      expect(body + policy).not.toContain('nonce');
    }
  });

  test('allows Stripe by name if cards are typed into Stripe’s frame, and nobody else', async () => {
    const { headers } = await stripeApp.inject('/');
    const hosts = String(headers['content-security-policy']).match(/https:\/\/[^ ;]+/g);
    expect([...new Set(hosts)].toSorted()).toEqual([
      'https://*.stripe.com',
      'https://api.stripe.com',
      'https://hooks.stripe.com',
      'https://js.stripe.com',
    ]);
  });

  test('never sends a visitor to another host', async () => {
    const response = await app.inject('/old');
    expect([response.statusCode, response.headers.location]).toEqual([302, '/new?a=1']);
  });
});

test('a fault reveals no internals', async () => {
  const response = await app.inject('/api/broken');
  expect(response.json()).toEqual({
    success: false,
    error: { code: 'SERVER_ERROR', message: 'Server error - please try again later' },
    timestamp: expect.any(String) as string,
  });
});

const GUARDED = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ audience, method }) => audience !== 'anyone' && method === 'GET',
);

test.each(GUARDED.map((row) => [row.path, row] as const))(
  'no cache stores a user’s data at %s',
  async (_path, row) => {
    const path = row.path.replaceAll(/\{\w+\}/g, () => randomUUID());
    const { status, headers } = await shop.call('GET', path, { as: admin });
    // Clients may cache the response to malformed input, because it contains nobody's data.
    const cacheControl = headers['cache-control'];
    expect(cacheControl === 'no-store' || (status === 400 && cacheControl === undefined)).toBe(
      true,
    );
  },
);

test('pages show pictures from the hosts that the operator listed, and load nothing else there', async () => {
  const named = await withPages(false, ['https://cards.example.com', 'https://b.example:8443']);
  const policy = String((await named.inject('/')).headers['content-security-policy']);
  expect(policy).toContain(
    "img-src 'self' data: https://cards.example.com https://b.example:8443; ",
  );
  expect(policy.match(/example/g)).toHaveLength(2);
  await named.close();
});

test('a shop without TLS asks for none', async () => {
  const context = { ...shop.context, config: { ...shop.context.config, publicUrl: 'http://shop' } };
  const plain = await buildApp(context);
  const { headers } = await plain.inject('/api/config');
  expect(headers).not.toHaveProperty('strict-transport-security');
  await plain.close();
});

/** Sends raw bytes. Returns everything that the server sends until the connection ends. */
function rawly(server: FastifyInstance, bytes: string): Promise<string> {
  const { port } = server.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => void parts.push(Buffer.from(part)));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
}
