// Two processes of one shop cache responses. They share the database, but each process has its own
// cache. The pages come from a bundle that counts its renderings.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { buildApp, ROUTES } from '../app.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import { servePages } from './pages.ts';
import { callInProcess } from './serve.ts';

const SECOND_MS = 1_000;
const VERIFIER = '<title>Check a proof</title>'.repeat(200);
const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cachedMs: SECOND_MS });
const folder = mkdtempSync(join(tmpdir(), 'cached-'));
/** Two processes of the shop, both with pages. */
let [here, there] = [] as unknown as [FastifyInstance, FastifyInstance];
let packId: string;
let admin: SignedIn;

/** The counts of renderings by the bundle, for each path. */
type Counted = {
  begun: Record<string, number>;
  atOnceMost: Record<string, number>;
  /** The time that the rendering of a page takes. */
  takesMs: number;
};
const counted: Counted = { begun: {}, atOnceMost: {}, takesMs: 30 };
Object.assign(globalThis, { counted });

async function withPages(context = shop.context): Promise<FastifyInstance> {
  const app = await buildApp(context);
  await servePages(app, {
    clientDir: join(folder, 'client'),
    serverEntry: pathToFileURL(join(folder, 'entry.js')).href,
    publicUrl: 'http://shop.example',
    stripe: false,
    isGame: (id) => context.settings.games().some((game) => game.id === id),
    call: (row, input) => callInProcess(context, ROUTES, row, input as Record<string, unknown>),
  });
  return app;
}

beforeAll(async () => {
  mkdirSync(join(folder, 'client/assets'), { recursive: true });
  mkdirSync(join(folder, 'client/.vite'));
  writeFileSync(join(folder, 'client/.vite/manifest.json'), '{}');
  mkdirSync(join(folder, 'client/verify'));
  writeFileSync(join(folder, 'client/verify/packproof.html'), VERIFIER);
  writeFileSync(
    join(folder, 'entry.js'),
    `const { counted } = globalThis;
     const atOnce = {};
     const read = async (call, id) => id === undefined
       ? call({ method: 'GET', path: '/pack-types' }, {})
       : [await call({ method: 'GET', path: '/pack-types/{id}' }, { id })];
     export const isPage = (path) => path === '/' || /^\\/(packs|cards|about|auth|pack\\/[^/]+)$/.test(path);
     export async function renderPage(request, { call }) {
       const { pathname } = new URL(request.url);
       counted.begun[pathname] = (counted.begun[pathname] ?? 0) + 1;
       atOnce[pathname] = (atOnce[pathname] ?? 0) + 1;
       counted.atOnceMost[pathname] = Math.max(counted.atOnceMost[pathname] ?? 0, atOnce[pathname]);
       try {
         if (!isPage(pathname)) return new Response('No such page', { status: 404 });
         const id = /^\\/pack\\/(.+)$/.exec(pathname)?.[1];
         const packs = pathname === '/auth' ? [] : await read(call, id && decodeURIComponent(id));
         await new Promise((resolve) => setTimeout(resolve, counted.takesMs));
         const words = packs.map((pack) => pack.name + ' ' + pack.stock + '; ').join('');
         return new Response('<main>' + words + 'x'.repeat(2000) + '</main>');
       } catch (error) {
         return new Response('Not there', { status: ['PACK_NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code) ? 404 : 500 });
       } finally {
         atOnce[pathname] -= 1;
       }
     }`,
  );
  packId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
  [here, there] = [await withPages(), await withPages()];
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(folder, { recursive: true });
});

type Type = { id: string; name: string; stock: number };

const read = async <Data>(app: FastifyInstance, path: string): Promise<Data> =>
  (await app.inject(`/api${path}`)).json<{ data: Data }>().data;

const nameIn = async (app: FastifyInstance) =>
  (await read<Type>(app, `/pack-types/${packId}`)).name;

const rename = (name: string) =>
  shop.owner.query('update pack_types set name = $2 where id = $1', [packId, name]);

const buy = async (quantity = 1) => {
  const buyer = await shop.signUp(1_000);
  const { status } = await shop.call('POST', '/packs/purchase', {
    as: buyer,
    body: { packId, quantity },
  });
  expect(status).toBe(200);
};

/** Waits for one second, after which every reader must see a change (docs/product.md §3). */
const letItBeSeen = () => wait(SECOND_MS);

describe('a second later, visitors see in every process', () => {
  const everywhere = ['/api/pack-types', `/api/pack-types/{id}`, '/', '/packs', '/pack/{id}'];
  const bodies = async () =>
    Promise.all(
      [here, there].flatMap((app) =>
        everywhere.map(async (path) => (await app.inject(path.replace('{id}', packId))).body),
      ),
    );
  const expectEverywhere = async (name: string) => {
    await letItBeSeen();
    for (const body of await bodies()) expect(body).toContain(name);
  };

  test('a change by the owner of the database', async () => {
    await bodies();
    await rename('Renamed by the owner');
    await expectEverywhere('Renamed by the owner');
  });

  test('a change by an operator in another process', async () => {
    await bodies();
    const changed = await there.inject({
      method: 'PATCH',
      url: `/api/admin/pack-types/${packId}`,
      headers: { authorization: `Bearer ${admin.accessToken}` },
      payload: { name: 'Renamed by an operator' },
    });
    expect(changed.statusCode).toBe(200);
    const own = await there.inject({
      url: `/api/admin/pack-types/${packId}`,
      headers: { authorization: `Bearer ${admin.accessToken}` },
    });
    expect(own.body, 'operators see it at once').toContain('Renamed by an operator');
    await expectEverywhere('Renamed by an operator');
  });

  test('how many packs are left', async () => {
    await bodies();
    const before = (await read<Type>(here, `/pack-types/${packId}`)).stock;
    await buy(3);
    await letItBeSeen();
    for (const app of [here, there]) {
      expect((await read<Type>(app, `/pack-types/${packId}`)).stock).toBe(before - 3);
      expect((await app.inject('/')).body).toContain(`Renamed by an operator ${before - 3};`);
    }
  });

  test('a change that began long before its commit', async () => {
    const slow = await shop.owner.connect();
    await slow.query('begin');
    await slow.query('update pack_types set name = $2 where id = $1', [packId, 'Committed late']);
    await stockPackType(shop.context, { packs: 1, cardsAreMade: true });
    await wait(SECOND_MS);
    await bodies();
    await slow.query('commit');
    slow.release();
    await expectEverywhere('Committed late');
  });

  test('each of many changes, during many requests for slow pages', async () => {
    counted.takesMs = 200;
    let isOver = false;
    const visitors = Array.from({ length: 3 }, async () => {
      while (!isOver) await bodies().then(() => wait(20));
    });
    try {
      for (let change = 1; change <= 3; change += 1) {
        await rename(`Changed for the ${change}. time`);
        await expectEverywhere(`Changed for the ${change}. time`);
      }
    } finally {
      isOver = true;
      counted.takesMs = 30;
      await Promise.all(visitors);
    }
  });

  test('the value of a pack’s cards, and the age of prices', async () => {
    const worth = async () => {
      const type = await read<{ potentialHitsCards: { instantCredit: number }[] }>(
        here,
        `/pack-types/${packId}`,
      );
      return type.potentialHitsCards[0]!.instantCredit;
    };
    const before = await worth();
    expect(await read(here, '/prices')).toMatchObject({ areDaily: false });
    await shop.owner.query(
      'update cards set market_value = market_value * 2, priced_on = current_date',
    );
    await shop.owner.query(
      `insert into price_runs (id, source, started_at, finished_at, cards)
       values (gen_random_uuid(), 'test', now(), now(), 5)`,
    );
    await letItBeSeen();
    expect(await worth()).toBeGreaterThan(before);
    expect(await read(here, '/prices')).toMatchObject({ areDaily: true });
  });
});

describe('a user sees their own change at once, because they bypass the cache', () => {
  const ask = async (app: FastifyInstance, headers: Record<string, string> = {}) => {
    const response = await app.inject({ url: `/api/pack-types/${packId}`, headers });
    return response.json<{ data: Type }>().data.name;
  };
  const pastCache = (token: string) => ({
    authorization: `Bearer ${token}`,
    'cache-control': 'no-cache',
  });

  test('in every process', async () => {
    for (const app of [here, there]) await ask(app);
    const changed = await here.inject({
      method: 'PATCH',
      url: `/api/admin/pack-types/${packId}`,
      headers: { authorization: `Bearer ${admin.accessToken}` },
      payload: { name: 'Seen at once' },
    });
    expect(changed.statusCode).toBe(200);
    for (const app of [here, there])
      expect(await ask(app, pastCache(admin.accessToken))).toBe('Seen at once');
  });

  test('but a visitor does not', async () => {
    await letItBeSeen();
    const before = await ask(here);
    await rename('Not for strangers');
    expect(await ask(here, { 'cache-control': 'no-cache' })).toBe(before);
    expect(await ask(here, pastCache('no.good.token'))).toBe(before);
    expect(await ask(here, pastCache(admin.accessToken))).toBe('Not for strangers');
  });

  test('and many users who do it at once share a rebuild', async () => {
    const app = await withPages();
    await ask(app);
    const statements = await countingStatements(async () => {
      await Promise.all(Array.from({ length: 200 }, () => ask(app, pastCache(admin.accessToken))));
    });
    expect(statements).toBeLessThan(100);
    await app.close();
  });
});

/** Counts the statements that the pool gets during `work`. */
async function countingStatements(work: () => Promise<void>): Promise<number> {
  const pool = shop.context.db.client as pg.Pool;
  let statements = 0;
  const count = () => (statements += 1);
  pool.on('acquire', count);
  await work();
  pool.off('acquire', count);
  return statements;
}

describe('a cached response', () => {
  const PATHS = ['/api/pack-types', '/api/config', '/', '/packs'];

  test.each(PATHS)(
    'has an encoding that its reader understands, with the same content in each: %s',
    async (url) => {
      const ask = (encoding: string) =>
        here.inject({ url, headers: { 'accept-encoding': encoding } });
      const [br, gzip, plain] = [await ask('gzip, br'), await ask('gzip'), await ask('identity')];
      for (const { statusCode, headers } of [br, gzip, plain]) {
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          vary: 'accept-encoding',
          'cache-control': 'public, max-age=0, s-maxage=1, stale-if-error=600',
          'x-content-type-options': 'nosniff',
        });
        expect(headers['x-request-id']).toMatch(/^[\w.:-]{8,64}$/);
      }
      if (plain.rawPayload.length < 1024) return;
      const refused = [await ask('br;q=0, gzip;q=0.5'), await ask('gzip; q=0.0, br; Q=0')];
      expect(refused.map(({ headers }) => headers['content-encoding'])).toEqual([
        'gzip',
        undefined,
      ]);
      expect((await ask('gzip, br;q=0.1')).headers['content-encoding']).toBe('br');
      expect(br.headers['content-encoding']).toBe('br');
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
      expect(gunzipSync(gzip.rawPayload)).toEqual(plain.rawPayload);
    },
  );

  test.each(PATHS)('is not sent again to a reader who has it: %s', async (url) => {
    const { headers } = await here.inject(url);
    const etag = String(headers['etag']);
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await here.inject({ url, headers: { 'if-none-match': known } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
      expect(again.headers).toMatchObject({ etag, vary: 'accept-encoding' });
    }
    const other = await here.inject({ url, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  test('tells a HEAD its length, and has no body', async () => {
    const whole = await here.inject('/api/pack-types');
    const { statusCode, headers, body } = await here.inject({
      method: 'HEAD',
      url: '/api/pack-types',
    });
    expect([statusCode, body]).toEqual([200, '']);
    expect(headers['content-length']).toBe(String(whole.rawPayload.length));
  });

  test('has the same tag in every process', async () => {
    const tags = [here, there].map(
      async (app) => (await app.inject('/api/pack-types')).headers['etag'],
    );
    expect(new Set(await Promise.all(tags)).size).toBe(1);
  });

  test('is the same for a signed-in user', async () => {
    for (const url of PATHS) {
      const visitor = await here.inject(url);
      const headers = {
        authorization: `Bearer ${admin.accessToken}`,
        cookie: 'a=b',
        'accept-language': 'fr',
      };
      expect((await here.inject({ url, headers })).body).toBe(visitor.body);
    }
  });

  test('is still refused to a request for two hosts', async () => {
    await here.inject('/api/config');
    const { port } = (await listening(here)).address() as AddressInfo;
    const response = await rawly(
      port,
      'GET /api/config HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('belongs to one question, in any spelling of it', async () => {
    const { body } = await here.inject('/api/pack-types');
    const of = async (query: string) => (await read<Type[]>(here, `/pack-types${query}`)).length;
    expect(await of('?game=magic')).toBeGreaterThan(0);
    expect(await of('?game=pokemon')).toBe(0);
    expect((await here.inject('/api/pack-types?nothing=1')).body).toBe(body);
    for (const query of ['game=none', 'game=magic&game=magic', 'game[]=magic'])
      expect((await here.inject(`/api/pack-types?${query}`)).statusCode).toBe(400);
    const spelled = `/api/pack-types/%${packId.charCodeAt(0).toString(16)}${packId.slice(1)}`;
    expect((await here.inject(spelled)).json()).toMatchObject({ data: { id: packId } });
  });
});

describe('one rendering for each page and process:', () => {
  const begun = (path: string) => counted.begun[path] ?? 0;

  test('with 500 visitors at once on a cold process', async () => {
    const cold = await withPages();
    const before = begun('/packs');
    const responses = await Promise.all(Array.from({ length: 500 }, () => cold.inject('/packs')));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(begun('/packs') - before).toBe(1);
    await cold.close();
  });

  test('with a change every second and 500 visitors at once', async () => {
    const app = await withPages();
    await app.inject('/packs');
    const before = begun('/packs');
    counted.atOnceMost['/packs'] = 0;
    const changes = 3;
    for (let change = 1; change <= changes; change += 1) {
      await rename(`Change ${change}`);
      await wait(SECOND_MS);
      await Promise.all(Array.from({ length: 500 }, () => app.inject('/packs')));
      // If the machine needs over a second for these requests, visitors get the previous page
      // meanwhile.
      await expect
        .poll(async () => (await app.inject('/packs')).body)
        .toContain(`Change ${change} `);
    }
    expect(begun('/packs') - before).toBe(changes);
    expect(counted.atOnceMost['/packs']).toBe(1);
    await app.close();
  });

  test('and none at all while nothing changes', async () => {
    await here.inject('/about');
    const before = begun('/about');
    for (let second = 0; second < 2; second += 1) {
      await wait(SECOND_MS);
      await here.inject('/about');
    }
    expect(begun('/about')).toBe(before);
  });

  test('a page of one pack type is not rendered again when another one changes', async () => {
    const other = await stockPackType(shop.context, { packs: 1, cardsAreMade: true });
    const page = `/pack/${packId}`;
    await here.inject(page);
    const before = begun(page);
    await shop.owner.query('update pack_types set name = $2 where id = $1', [other, 'Another']);
    await wait(SECOND_MS);
    await here.inject(page);
    expect(begun(page)).toBe(before);
  });

  test('a missing item is never cached', async () => {
    for (const time of [1, 2]) {
      expect((await here.inject('/pack/nowhere')).statusCode).toBe(404);
      expect(begun('/pack/nowhere')).toBe(time);
      expect((await here.inject('/api/pack-types/nowhere')).statusCode).toBe(404);
    }
    // No text in the database can hold a NUL.
    expect((await here.inject('/pack/%00')).statusCode).toBe(404);
  });

  test('an address without a page gets the one “not found” page, which is rendered once', async () => {
    const render = () => counted.begun['/no-page'] ?? 0;
    const addresses = ['/nowhere', '/wp-login.php?x=1', '/pack/a/b', '/%ff', '/no-page'];
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_none, index) => here.inject(addresses[index % 5]!)),
    );
    for (const { statusCode, body, headers } of responses) {
      expect([statusCode, body]).toEqual([404, 'No such page']);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
    expect(render()).toBe(1);
    // A browser that already has the page for missing addresses gets a 304.
    const etag = String(responses[0]!.headers['etag']);
    const again = await here.inject({ url: '/nowhere', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([404, 'No such page']);
    expect(render()).toBe(1);
    expect(addresses.map((path) => begun(path))).toEqual([0, 0, 0, 0, 1]);
  });

  test('the saved verifier is compressed once, and sent whole only to readers without it', async () => {
    const ask = (headers: Record<string, string>) =>
      here.inject({ url: '/verify/packproof.html', headers });
    const first = await ask({ 'accept-encoding': 'br' });
    expect(brotliDecompressSync(first.rawPayload).toString()).toBe(VERIFIER);
    expect(first.headers).toMatchObject({
      'content-disposition': 'attachment; filename="packproof.html"',
      'content-type': 'text/html; charset=utf-8',
    });
    // The shop has the compressed file in memory and does not read it again, so the test may delete
    // the file.
    rmSync(join(folder, 'client/verify'), { recursive: true });
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => ask({ 'accept-encoding': 'br' })),
    );
    for (const { rawPayload } of responses) expect(rawPayload.equals(first.rawPayload)).toBe(true);
    const unchanged = await ask({ 'if-none-match': String(first.headers['etag']) });
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
    expect((await ask({})).body).toBe(VERIFIER);
  });

  test('pages that are rendered for one request each leave half of the time to other requests', async () => {
    const beganAt = performance.now();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_none, index) => here.inject(`/auth?x=${index}`)),
    );
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    // Twelve pages, rendered two at a time, take six rounds. After each of the first five rounds,
    // the gate pauses for as long as the round took. Without these pauses, all pages would take 180
    // ms.
    expect(performance.now() - beganAt).toBeGreaterThan(5 * 2 * counted.takesMs);
  });

  test('with 500 visitors from everywhere, each with another unknown parameter', async () => {
    const paths = ['/', '/packs', '/packs?game=magic', '/about', `/pack/${packId}`];
    const plain = await Promise.all(paths.map((path) => here.inject(path)));
    const before = { ...counted.begun };
    const visitors = await Promise.all(
      Array.from({ length: 500 }, (_none, visitor) => {
        const path = paths[visitor % paths.length]!;
        return here.inject(`${path}${path.includes('?') ? '&' : '?'}utm_source=${visitor}&=&x`);
      }),
    );
    for (const [visitor, { body, headers }] of visitors.entries()) {
      const { body: same, headers: its } = plain[visitor % paths.length]!;
      expect([body, headers['etag']]).toEqual([same, its['etag']]);
    }
    expect(counted.begun).toEqual(before);
  });

  test('except if the page reads the parameter', async () => {
    const read = ['/packs?game=none', '/packs?game=magic&game=pokemon', '/?openPack=pi_1'];
    for (const url of [...read, '/cards?search=dragon&utm_source=a']) {
      const path = url.split('?')[0]!;
      const before = begun(path);
      expect((await here.inject(url)).headers['cache-control']).toBe('no-cache');
      expect(begun(path)).toBe(before + 1);
    }
  });
});

test('a flood of 200 visitors does not slow down purchases, and takes no connection from them', async () => {
  await here.inject('/packs');
  const pool = shop.context.db.client as pg.Pool;
  const before = counted.begun['/packs']!;
  const flood = Array.from({ length: 200 }, () => here.inject('/packs'));
  const purchase = buy();
  await Promise.all(flood);
  await purchase;
  expect(pool.waitingCount).toBe(0);
  expect(counted.begun['/packs']! - before).toBeLessThanOrEqual(1);
});

test('while Postgres is down the last bytes are served; uncached pages get 503, with a time to retry', async () => {
  const line = await openLine();
  const pool = openPool({ url: line.url, clockOffsetMs: 0 });
  const app = await withPages({ ...shop.context, db: overPool(pool) });
  const urls = [
    '/',
    `/pack/${packId}`,
    '/api/pack-types',
    `/api/pack-types/${packId}`,
    '/api/figures',
    '/packs?utm_source=a-friend',
    '/api/pack-types?utm_source=a-friend',
  ];
  const before = await Promise.all(urls.map(async (url) => (await app.inject(url)).body));
  await line.cut();
  for (let turn = 0; turn < 3; turn += 1) {
    await wait(SECOND_MS);
    const now = await Promise.all(urls.map((url) => app.inject(url)));
    expect(now.map(({ statusCode }) => statusCode)).toEqual(urls.map(() => 200));
    expect(now.map(({ body }) => body)).toEqual(before);
  }
  for (const url of [
    '/api/pack-types?game=magic',
    '/packs?game=pokemon',
    '/pack/not-shown-before',
  ]) {
    const { statusCode, headers } = await app.inject(url);
    expect([url, statusCode, headers['retry-after']]).toEqual([url, 503, '1']);
  }
  await line.mend();
  await rename('After the failover');
  await expect.poll(async () => nameIn(app)).toBe('After the failover');
  await app.close();
  await pool.end();
  await line.cut();
});

test('while Postgres is silent, as after a network cut, every page and read gets a response within ten seconds', async () => {
  const line = await openLine();
  const pool = openPool({ url: line.url, clockOffsetMs: 0 });
  const app = await withPages({ ...shop.context, db: overPool(pool) });
  const cached = ['/', `/pack/${packId}`, '/api/pack-types', `/api/pack-types/${packId}`];
  const before = await Promise.all(cached.map(async (url) => (await app.inject(url)).body));
  line.silence();
  await wait(SECOND_MS);
  for (let turn = 0; turn < 2; turn += 1) {
    const beganAt = performance.now();
    const responses = await Promise.all(
      [...cached, '/packs?game=pokemon', '/pack/not-shown-before'].map((url) => app.inject(url)),
    );
    expect(performance.now() - beganAt).toBeLessThan(10_000);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 503, 503]);
    expect(responses.slice(0, cached.length).map(({ body }) => body)).toEqual(before);
  }
  await line.cut();
  await app.close();
  await pool.end();
});

/** A connection to the database that the test can cut and restore. */
async function openLine() {
  const target = new URL(appUrlOf(shop.url));
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    if (!isSilent) near.pipe(far).pipe(near);
  });
  const open = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await open(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(target);
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  return {
    url: url.href,
    mend: () => open(port),
    /** Drops all traffic, but leaves the connections open. */
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function listening(app: FastifyInstance): Promise<Server> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

/** Sends raw bytes. Returns everything that the server sends until the connection ends. */
function rawly(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (part) => (text += String(part)));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
