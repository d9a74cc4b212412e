// Visitors in bad faith, who send everything at once. A shopper buys meanwhile, and the process says that it lives.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { stockPackType } from '../src/testing/stock.ts';
import { count, percentile, report, seconds } from './harness/figures.ts';
import { killShops, openShop, type ShopProcess } from './harness/shop-process.ts';
import { visit } from './harness/visit.ts';
import type { Visited } from './harness/visitors.ts';
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
const READERS = 1_000;
/** So many ask at once, once a second. */
const CROWD = 200;
const CROWDS = 3;
const ROUNDS = 4;
/** Purchases in a crowd take at most so many times as long as without one, by their medians. */
const SLOWER_MOST = 3;
const ASK_EVERY_MS = 100;
const ASK_AGAIN_EVERY_MS = 2_000;
/** Each of them soon fills what the system keeps for a connection. */
const LONG_ANSWERS = ['/api/openapi.json', '/api/docs'];
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

const requests = (paths: string[], times: number, last = 'close') =>
  Array.from({ length: times }, (_, index) => {
    const more = index === times - 1 ? last : 'keep-alive';
    return `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: a\r\nConnection: ${more}\r\n\r\n`;
  }).join('');

/** How often each status came over a connection before it ended. */
async function statusesOf(socket: Socket): Promise<string[]> {
  let text = '';
  socket.setEncoding('latin1');
  for await (const part of socket) text += part as string;
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!);
}

type Took = { flood: number; health: number[]; purchases: number[] };

/** Asks `/healthz` and buys a pack again and again while the flood lasts. Returns how long each took, in milliseconds. */
async function besideShopping(
  shop: ShopProcess,
  person: Person,
  packId: string,
  flood: () => Promise<void>,
): Promise<Took> {
  const took: Took = { flood: 0, health: [], purchases: [] };
  let isOver = false;
  const again = async (times: number[], ask: () => Promise<Response>) => {
    while (!isOver) {
      const begunAt = performance.now();
      const answer = await ask();
      await answer.text();
      times.push(performance.now() - begunAt);
      if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status} ${shop.said()}`);
      await wait(ASK_EVERY_MS);
    }
  };
  const begunAt = performance.now();
  await Promise.all([
    flood().finally(() => {
      isOver = true;
      took.flood = performance.now() - begunAt;
    }),
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

/** A shop with one person who can buy for a while, and packs for it. */
async function openBusyShop(): Promise<{ shop: ShopProcess; person: Person; packId: string }> {
  world = openWorld(await freshDatabase());
  const [person] = await makePeople(world, 1, 100_000);
  const packId = await stockPackType(world.context, { packs: 3_000, purchaseLimit: null });
  const shop = await openShop({ ...world.environment, LOG_LEVEL: 'error' });
  return { shop, person: person!, packId };
}

const shoppingFigures = ({ health, purchases }: Took) => [
  `/healthz ${count(Math.max(...health))} ms at most`,
  `${purchases.length} purchases, p99 ${count(percentile(purchases, 0.99))} ms`,
];

test('300 connections that send 40 calls each at once keep nobody from buying', async () => {
  const { shop, person, packId } = await openBusyShop();
  let statuses: string[] = [];
  const took = await besideShopping(shop, person, packId, async () => {
    const flood = await Promise.all(Array.from({ length: CONNECTIONS }, () => openOne(shop)));
    for (const socket of flood) socket.write(requests(['/api/pack-types', '/packs'], CALLS));
    statuses = (await Promise.all(flood.map(statusesOf))).flat();
  });
  const of = (status: string) => statuses.filter((one) => one === status).length;
  report('T25', 'visitors who send all at once', [
    `${CONNECTIONS} connections with ${CALLS} calls each, ${seconds(took.flood)}`,
    `200 ×${count(of('200'))}, 503 ×${count(of('503'))}`,
    ...shoppingFigures(took),
  ]);
  expect(of('200') + of('503')).toBe(CONNECTIONS * CALLS);
  expect(Math.max(...took.health)).toBeLessThan(HEALTH_MS_MOST);
  await expectAuditZero(world);
});

/** Sends one more request now and then, takes no answer, and returns when the shop has ended the connection. */
async function askUntilEnded(socket: Socket, path: string): Promise<void> {
  socket.pause();
  socket.write(requests([path], CALLS, 'keep-alive'));
  // Who doesn't read learns that it is over by writing.
  while (!socket.destroyed) {
    await wait(ASK_AGAIN_EVERY_MS);
    socket.write(requests([path], 1, 'keep-alive'));
  }
}

test('1,000 readers that never read keep nobody from buying, and are ended', async () => {
  const { shop, person, packId } = await openBusyShop();
  const took = await besideShopping(shop, person, packId, async () => {
    const readers = await Promise.all(Array.from({ length: READERS }, () => openOne(shop)));
    await Promise.all(
      readers.map((socket, index) =>
        askUntilEnded(socket, LONG_ANSWERS[index % LONG_ANSWERS.length]!),
      ),
    );
  });
  report('T25', 'visitors who never read', [
    `${count(READERS)} connections with ${CALLS} calls each, the last ended after ${seconds(took.flood)}`,
    ...shoppingFigures(took),
  ]);
  expect(Math.max(...took.health)).toBeLessThan(HEALTH_MS_MOST);
  await expectAuditZero(world);
});

function comeInCrowds({ address }: ShopProcess): Promise<Visited> {
  const paths = ['/packs'];
  return visit({
    address,
    paths,
    visitors: CROWD,
    pagesPerSecond: CROWD,
    atOnce: CROWD,
    seconds: CROWDS,
  });
}

function addUp(took: Took[]): Took {
  return {
    flood: took.reduce((ms, { flood }) => ms + flood, 0),
    health: took.flatMap(({ health }) => health),
    purchases: took.flatMap(({ purchases }) => purchases),
  };
}

test.each([1, 200])(
  '200 visitors at once on a list of %i pack types leave buying as it was',
  async (packTypes) => {
    const { shop, person, packId } = await openBusyShop();
    for (let type = 1; type < packTypes; type += 1) {
      await stockPackType(world.context, { packs: 2, cardsAreMade: true });
    }
    const [calm, crowded]: [Took[], Took[]] = [[], []];
    const visited: Visited[] = [];
    // In turn: how busy the machine is with other things changes from one minute to the next.
    for (let round = 0; round < ROUNDS; round += 1) {
      calm.push(await besideShopping(shop, person, packId, () => wait(CROWDS * 1_000)));
      const inCrowds = async () => {
        visited.push(await comeInCrowds(shop));
      };
      crowded.push(await besideShopping(shop, person, packId, inCrowds));
    }
    const took = addUp(crowded);
    const [before, meanwhile] = [addUp(calm), took].map((one) => percentile(one.purchases, 0.5));
    report('T25', `200 visitors at once, ${packTypes} pack types`, [
      `${count(ROUNDS * CROWDS * CROWD)} pages, p99 ${count(Math.max(...visited.map(({ p99 }) => p99)))} ms`,
      `a purchase ${count(before!)} ms without them and ${count(meanwhile!)} ms beside them, in the middle`,
      ...shoppingFigures(took),
    ]);
    for (const { statuses } of visited) expect(statuses).toEqual({ 200: CROWDS * CROWD });
    expect(Math.max(...took.health)).toBeLessThan(HEALTH_MS_MOST);
    expect(meanwhile! / before!).toBeLessThan(SLOWER_MOST);
    await expectAuditZero(world);
  },
);
