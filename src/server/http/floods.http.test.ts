// Visitors flood the shop with requests over real connections. The shop may shed pages and public
// reads, but no other requests.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { AT_THE_DOOR_MOST, beginInTurn } from '#engine/begin-in-turn.ts';
import { kindOf } from './guard-requests.ts';
import { sendError } from './errors.ts';
import { servePages } from './pages.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });
const hasty = useTestApp({ LOG_LEVEL: 'silent' });
const SILENCE_MS = 600;
const CALLS = 40;
let packId: string;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 5, purchaseLimit: null });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  await hasty.app.ready();
  hasty.app.server.timeout = SILENCE_MS;
  await hasty.app.listen({ port: 0, host: '127.0.0.1' });
});

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const requests = (path: string, times: number, last = 'keep-alive') =>
  Array.from(
    { length: times },
    (_, index) =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${index === times - 1 ? last : 'keep-alive'}\r\n\r\n`,
  ).join('');

const open = (app = shop) => openAt((app.app.server.address() as AddressInfo).port);

function openAt(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
    sockets.push(socket);
  });
}

/** Returns the statuses of all responses on a connection, after the connection has ended. */
async function statusesOf(socket: Socket): Promise<number[]> {
  let text = '';
  for await (const part of socket) text += String(part);
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

/** Blocks every read of a table while `work` runs. */
async function whileLocked(
  table: string,
  app: typeof shop,
  work: () => Promise<void>,
): Promise<void> {
  const client = await app.owner.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('many calls sent at once over one connection', () => {
  test('all get a response, one after the other, and use no more database connections than one', async () => {
    const pool = shop.context.db.client as pg.Pool;
    let waitingMost = 0;
    let [busyMost, isOver] = [0, false];
    const watch = () => {
      waitingMost = Math.max(waitingMost, pool.waitingCount);
      busyMost = Math.max(busyMost, pool.totalCount - pool.idleCount);
      if (!isOver) setImmediate(watch);
    };
    watch();
    const connections = await Promise.all(Array.from({ length: 5 }, () => open()));
    for (const socket of connections) socket.write(requests('/api/pack-types', CALLS, 'close'));
    const perConnection = await Promise.all(connections.map(statusesOf));
    isOver = true;
    for (const statuses of perConnection) expect(statuses).toEqual(Array(CALLS).fill(200));
    expect(waitingMost).toBe(0);
    expect(busyMost).toBeLessThanOrEqual(connections.length);
  });

  test('end the connection after more than a hundred', async () => {
    const socket = await open();
    await whileLocked('cards', shop, async () => {
      socket.write(requests('/api/cards/market', 150));
      await expect(statusesOf(socket)).resolves.toEqual([]);
    });
  });
});

test('a flood of visitors’ requests starts a few at a time, and buyers are served in between', async () => {
  const [connections, inOneTurn] = [300, 16];
  let [begun, inTurn, most, isOver] = [0, 0, 0, false];
  const server = createServer((_request, response) => {
    begun += 1;
    inTurn += 1;
    most = Math.max(most, inTurn);
    response.end();
  });
  beginInTurn(server, kindOf);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const visitors = await Promise.all(Array.from({ length: connections }, () => openAt(port)));
  const turn = () => {
    inTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  turn();
  for (const socket of visitors) socket.write(requests('/', CALLS, 'close'));
  for (const statuses of await Promise.all(visitors.map(statusesOf)))
    expect(statuses).toEqual(Array(CALLS).fill(200));
  isOver = true;
  server.close();
  expect(begun).toBe(connections * CALLS);
  expect(most).toBeLessThanOrEqual(inOneTurn);
});

test('a crowd of connecting readers is accepted before it is served, and so is the next client', async () => {
  const connections = 200;
  let begun = 0;
  const server = createServer((request, response) => {
    if (request.url === '/') begun += 1;
    response.end();
  });
  beginInTurn(server, kindOf);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const opening = Array.from({ length: connections }, () => openAt(port));
  for (const one of opening) void one.then((socket) => socket.write(requests('/', CALLS, 'close')));
  const buyer = await openAt(port);
  buyer.write(requests('/api/packs/purchase', 1, 'close'));
  expect(await statusesOf(buyer)).toEqual([200]);
  // The server begins few reads before it serves the buyer, because reads pause while connections
  // arrive. Without the pause, eight reads would begin in each turn of the event loop.
  expect(begun).toBeLessThan(connections * 4);
  for (const statuses of await Promise.all(opening.map(async (one) => statusesOf(await one))))
    expect(statuses).toEqual(Array(CALLS).fill(200));
  server.close();
});

test('a client behind a crowd of strangers can connect without a retry after a second', async () => {
  const systems = '/proc/sys/net/core/somaxconn';
  const room = existsSync(systems) ? Number(readFileSync(systems, 'utf8')) : 100;
  const [crowd, turnsMost] = [Math.min(1_000, room - 10), 50];
  const server = createServer();
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: AT_THE_DOOR_MOST }, resolve),
  );
  const { port } = server.address() as AddressInfo;
  let atTheDoor = 0;
  // All connections arrive within one turn of the event loop, during which the server accepts none.
  for (let one = 0; one <= crowd; one += 1) void openAt(port).then(() => (atTheDoor += 1));
  for (let turn = 0; turn < turnsMost; turn += 1)
    await new Promise((resolve) => setImmediate(resolve));
  expect(atTheDoor).toBe(crowd + 1);
  server.close();
});

describe('a connection whose client never reads', () => {
  const openOnes = () =>
    new Promise<number>((resolve) =>
      hasty.app.server.getConnections((_error, count) => resolve(count)),
    );

  test('is ended', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => open(hasty)));
    for (const socket of readers) {
      socket.pause();
      socket.write(requests('/api/openapi.json', CALLS));
    }
    await expect.poll(openOnes).toBe(0);
    // The test did not set this time-out: it is the shop's default.
    expect(shop.app.server.timeout).toBe(20_000);
  });

  test('is ended even if the client sends more requests', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => open(hasty)));
    for (const socket of readers) {
      socket.pause();
      socket.on('error', () => {}).write(requests('/api/openapi.json', CALLS));
    }
    const asking = setInterval(() => {
      for (const socket of readers) socket.write(requests('/api/openapi.json', 1));
    }, SILENCE_MS / 4);
    await expect
      .poll(openOnes)
      .toBe(0)
      .finally(() => clearInterval(asking));
  });

  test('differs from a connection with a slow call', async () => {
    const socket = await open(hasty);
    await whileLocked('cards', hasty, async () => {
      socket.write(requests('/api/cards/market', 1, 'close'));
      await new Promise((resolve) => setTimeout(resolve, 2 * SILENCE_MS));
    });
    // If a request waits too long for the table, it gets a 503. This is a valid response, too.
    expect([[200], [503]]).toContainEqual(await statusesOf(socket));
  });
});

describe('visitors who read more than the shop can serve', () => {
  test.each([
    ['lists', 'cards', '/api/cards/market'],
    ['drawings of cards', 'cards', `/art/card/${randomUUID()}.svg`],
    ['drawings of packs', 'pack_types', '/art/pack/harbour.svg'],
    ['pictures', 'picture_files', `/pictures/${'a'.repeat(43)}-640.webp`],
    ['the sitemap', 'pack_types', '/sitemap.xml'],
  ])('don’t block access to accounts and purchases: %s', async (_what, table, path) => {
    const person = await shop.signUp(100);
    await whileLocked(table, shop, async () => {
      const readings = Array.from({ length: 40 }, () => shop.app.inject(path));
      const pool = shop.context.db.client as pg.Pool;
      await expect.poll(() => pool.totalCount - pool.idleCount).toBeGreaterThanOrEqual(6);
      expect(pool.waitingCount).toBe(0);
      const security = await shop.call('GET', '/users/security', { as: person });
      expect(security.status).toBe(200);
      void Promise.all(readings);
    });
    const bought = await shop.call('POST', '/packs/purchase', {
      as: person,
      body: { packId, quantity: 1 },
    });
    expect(bought.status).toBe(200);
  });

  test('use no more of the database by health checks', async () => {
    const pool = shop.context.db.client as pg.Pool;
    const person = await shop.signUp();
    await whileLocked('drizzle.__drizzle_migrations', shop, async () => {
      const asked = Array.from({ length: 40 }, () => shop.app.inject('/readyz'));
      expect((await shop.call('GET', '/users/security', { as: person })).status).toBe(200);
      // The reads of the previous test may still be running.
      await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
      void Promise.all(asked);
    });
  });

  test('get "later" if too many wait, and only they do', async () => {
    const person = await shop.signUp();
    const refused: unknown[] = [];
    await whileLocked('cards', shop, async () => {
      const readings = Array.from({ length: 1_100 }, async () => {
        const { status, headers } = await shop.call('GET', '/cards/market');
        if (status !== 200) refused.push([status, headers['retry-after']]);
      });
      expect((await shop.call('GET', '/users/security', { as: person })).status).toBe(200);
      expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
      await expect.poll(() => refused.length).toBeGreaterThan(50);
      void Promise.all(readings);
    });
    for (const one of refused) expect(one).toEqual([503, '1']);
  });
});

describe('a page', () => {
  const dir = mkdtempSync(join(tmpdir(), 'felt-and-foil-pages-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  /** Opens a shop whose pages take as long to render as the gate allows. */
  async function slowPages() {
    mkdirSync(join(dir, '.vite'), { recursive: true });
    mkdirSync(join(dir, 'assets'), { recursive: true });
    writeFileSync(join(dir, '.vite/manifest.json'), '{}');
    const entry = join(dir, 'entry.mjs');
    writeFileSync(
      entry,
      // Every second rendering ignores the abort signal; all others stop when they receive it.
      `let count = 0;
       export const renderPage = (request) => new Promise((resolve, reject) => {
         count += 1;
         if (count % 2 === 0) return;
         request.signal.addEventListener('abort', () => reject(request.signal.reason));
       });`,
    );
    const app = Fastify();
    app.setErrorHandler(sendError);
    await servePages(app, {
      clientDir: dir,
      serverEntry: pathToFileURL(entry).href,
      publicUrl: 'http://localhost',
      stripe: false,
      isGame: () => false,
      call: async () => null,
      renderMs: 50,
    });
    return app;
  }

  test('that takes too long gets 503 with Retry-After, and so does one that waits too long', async () => {
    const app = await slowPages();
    const responses = await Promise.all(Array.from({ length: 400 }, () => app.inject('/packs')));
    for (const { statusCode, headers } of responses) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    }
    await app.close();
  });
});
