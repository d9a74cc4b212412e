// Visitors in bad faith, who send everything at once. A shopper buys meanwhile, and the process says that it lives.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { stockPackType } from '../src/testing/stock.ts';
import { count, percentile, report, seconds } from './harness/figures.ts';
import { killShops, openShop, type ShopProcess } from './harness/shop-process.ts';
import {
  expectAuditZero,
  freshDatabase,
  makePeople,
  openWorld,
  type Person,
  type World,
} from './harness/world.ts';

const CONNECTIONS = 300;
const CALLS = 40;
const ASK_EVERY_MS = 100;
/** What `/healthz` is promised to take at most, whatever visitors do. */
const HEALTH_MS_MOST = 1_000;

const sockets: Socket[] = [];
let world: World;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  killShops();
  await world.close();
});

async function openOne(shop: ShopProcess): Promise<Socket> {
  const { port } = new URL(shop.address);
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

const requests = (paths: string[], times: number) =>
  Array.from({ length: times }, (_, index) => {
    const more = index === times - 1 ? 'close' : 'keep-alive';
    return `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: a\r\nConnection: ${more}\r\n\r\n`;
  }).join('');

/** How often each status came over a connection before it ended. */
async function statusesOf(socket: Socket): Promise<string[]> {
  let text = '';
  socket.setEncoding('latin1');
  for await (const part of socket) text += part as string;
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!);
}

/** Asks `/healthz` and buys a pack again and again until `isOver`. Returns how long each took. */
async function meanwhile(
  shop: ShopProcess,
  person: Person,
  packId: string,
  isOver: () => boolean,
): Promise<{ health: number[]; purchases: number[] }> {
  const took = { health: [] as number[], purchases: [] as number[] };
  const again = async (times: number[], ask: () => Promise<Response>) => {
    while (!isOver()) {
      const begunAt = performance.now();
      const answer = await ask();
      await answer.text();
      times.push(performance.now() - begunAt);
      expect(answer.status).toBe(200);
      await wait(ASK_EVERY_MS);
    }
  };
  await Promise.all([
    again(took.health, () => fetch(`${shop.address}/healthz`)),
    again(took.purchases, () =>
      fetch(`${shop.address}/api/packs/purchase`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ packId, quantity: 1 }),
      }),
    ),
  ]);
  return took;
}

test('300 connections that send 40 calls each at once keep nobody from buying', async () => {
  world = openWorld(await freshDatabase());
  const [person] = await makePeople(world, 1, 100_000);
  const packId = await stockPackType(world.context, { packs: 3_000, purchaseLimit: null });
  const shop = await openShop({ ...world.environment, LOG_LEVEL: 'fatal' });

  let isOver = false;
  const watched = meanwhile(shop, person!, packId, () => isOver);
  const begunAt = performance.now();
  const flood = await Promise.all(Array.from({ length: CONNECTIONS }, () => openOne(shop)));
  for (const socket of flood) socket.write(requests(['/api/pack-types', '/packs'], CALLS));
  const statuses = (await Promise.all(flood.map(statusesOf))).flat();
  const floodMs = performance.now() - begunAt;
  isOver = true;
  const { health, purchases } = await watched;
  const of = (status: string) => statuses.filter((one) => one === status).length;
  report('T25', 'visitors who send all at once', [
    `${CONNECTIONS} connections with ${CALLS} calls each, ${seconds(floodMs)}`,
    `200 ×${count(of('200'))}, 503 ×${count(of('503'))}`,
    `/healthz ${count(Math.max(...health))} ms at most`,
    `${purchases.length} purchases, p99 ${count(percentile(purchases, 0.99))} ms`,
  ]);
  expect(of('200') + of('503')).toBe(CONNECTIONS * CALLS);
  expect(Math.max(...health)).toBeLessThan(HEALTH_MS_MOST);
  await expectAuditZero(world);
});
