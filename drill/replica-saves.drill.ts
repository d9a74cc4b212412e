// What a replica takes off the primary: operators look all the while at lists, searches, the overview and files of a shop with
// 20,000 shoppers, beside a drop, by a process that reads the replica and by one that reads the primary, in turn.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALM, seedScale } from '../bench/seed-scale.ts';
import { Answers, ask } from '../faults/harness/customer.ts';
import { PAGES_A_SECOND, PURCHASES_A_SECOND } from '../faults/harness/settings.ts';
import { visit } from '../faults/harness/visit.ts';
import { makePeople, openWorld, type Person, type World } from '../faults/harness/world.ts';
import { stockPackType } from '../src/testing/stock.ts';
import { bringUp, openShops, takeDown, type Up } from './cluster.ts';
import { untilWhole } from './database.ts';
import { processorSecondsOf } from './machines.ts';
import { FRONT, type Machine, POSTGRES_PORT, REPLICA_PORT, SHOP_PORTS } from './places.ts';
import { startShop } from './shops.ts';
import { until } from './until.ts';
import { showPages } from './visitors.ts';

const SHOPPERS = 20_000;
const BUYERS = 64;
const OPERATORS = 4;
/** Of each way of reading, in turn. */
const ROUNDS = 3;
const SECONDS = 20;
const SETTLES_WITHIN_S = 60;
/** Each operator looks so often. */
const LOOK_EVERY_MS = 500;
const PACKS = 2 * ROUNDS * (SECONDS + SETTLES_WITHIN_S) * PURCHASES_A_SECOND;
const VISITORS = 16;

const [, , READS_REPLICA, READS_PRIMARY] = SHOP_PORTS;

let up: Up;
let world: World;
let operators: Person[];
let buyers: Person[];
let packTypeId: string;

beforeAll(async () => {
  up = await bringUp();
  const reading = new URL(up.settings.APP_DATABASE_URL);
  reading.port = String(REPLICA_PORT);
  const settings = { ...up.settings, SANDBOX: 'on' };
  await openShops({ ...settings, READ_DATABASE_URL: reading.href });
  await startShop(READS_PRIMARY, settings);
  const { leader } = await untilWhole();
  await seedScale(asSuperuser(leader), SHOPPERS, CALM, () => {});
  world = openWorld(up.settings.DATABASE_URL, up.settings, up.settings['AUTH_SECRET']);
  operators = await makePeople(world, OPERATORS, 0);
  await world.owner.query(`update users set role = 'admin' where id = any ($1)`, [
    operators.map(({ userId }) => userId),
  ]);
  buyers = await makePeople(world, BUYERS, 50_000);
  packTypeId = await stockPackType(world.context, { packs: PACKS, purchaseLimit: null });
  await showPages(packTypeId);
}, 600_000);

afterAll(async () => {
  await world.close();
  await takeDown();
});

/** As whom triggers can be put aside: the owner of the shop's database may not. */
function asSuperuser({ database }: Machine): string {
  const url = new URL(up.settings.DATABASE_URL);
  [url.username, url.password] = ['postgres', up.passwords.superuser];
  [url.hostname, url.port] = [database, String(POSTGRES_PORT)];
  return url.href;
}

/** What somebody who runs a shop looks over. */
function lists(): string[] {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return [
    '/admin/overview',
    '/admin/orders',
    '/admin/transactions',
    '/admin/users?search=shopper77',
    '/admin/mails?search=shopper77',
    '/admin/shipments',
    `/admin/orders.csv?from=${day(30)}&to=${day(0)}`,
    `/admin/transactions.csv?from=${day(1)}&to=${day(0)}`,
  ];
}

/** Operators at one process until it is over. Returns how often they were answered. */
async function look(port: number, isOver: () => boolean): Promise<number> {
  const paths = lists();
  let looked = 0;
  const one = async (operator: Person, at: number) => {
    for (let turn = at; !isOver(); turn += 1) {
      const path = paths[turn % paths.length]!;
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        headers: { authorization: `Bearer ${operator.token}` },
      });
      await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      looked += 1;
      await wait(LOOK_EVERY_MS);
    }
  };
  await Promise.all(operators.map(one));
  return looked;
}

/** Buyers through the balancer, so many a second as a drop has. */
async function buy(answers: Answers, isOver: () => boolean): Promise<number> {
  const startedAt = performance.now();
  let bought = 0;
  const one = async (buyer: Person, at: number) => {
    for (let turn = at; !isOver(); turn += buyers.length) {
      const dueAt = startedAt + (turn / PURCHASES_A_SECOND) * 1000;
      if (dueAt > performance.now()) await wait(dueAt - performance.now());
      const body = { packs: [{ packId: packTypeId, quantity: 1 }], paymentMethod: 'balance' };
      const path = '/payments/purchase-with-balance';
      const request = { method: 'POST' as const, path, body, key: randomUUID() };
      if ((await ask(FRONT, buyer, request, answers)).status === 200) bought += 1;
    }
  };
  await Promise.all(buyers.map(one));
  return bought;
}

type Round = Record<'seconds' | 'looked' | 'bought' | 'primary' | 'replicas', number>;

/** A part of the drop with operators at this process, or with none; processor seconds of Postgres on the primary's machine, and on both others. */
async function round(port: number | null, answers: Answers): Promise<Round> {
  const { leader, standby, replica } = await untilWhole();
  const spent = () => ({
    primary: processorSecondsOf(leader, 'postgres'),
    replicas: processorSecondsOf(standby, 'postgres') + processorSecondsOf(replica, 'postgres'),
  });
  let isOver = false;
  const before = spent();
  const startedAt = performance.now();
  const paths = ['/', '/packs', `/pack/${packTypeId}`, '/api/pack-types'];
  const [visited, bought, looked] = await Promise.all([
    visit({
      address: FRONT,
      paths,
      visitors: VISITORS,
      pagesPerSecond: PAGES_A_SECOND,
      atOnce: 1,
      seconds: SECONDS,
    }).finally(() => (isOver = true)),
    buy(answers, () => isOver),
    port === null ? 0 : look(port, () => isOver),
  ]);
  const after = spent();
  expect(Object.keys(visited.statuses)).toEqual(['200']);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    looked,
    bought,
    primary: after.primary - before.primary,
    replicas: after.replicas - before.replicas,
  };
}

const WAYS = {
  'nobody looks': null,
  'operators read the primary': READS_PRIMARY,
  'operators read the replica': READS_REPLICA,
};

test(`a replica takes what ${OPERATORS} operators look at off the primary, beside ${PAGES_A_SECOND} pages and ${PURCHASES_A_SECOND} purchases a second`, async () => {
  await until('a replica that is read', SETTLES_WITHIN_S, async () => {
    const text = await (await fetch(`http://127.0.0.1:${READS_REPLICA + 100}/metrics`)).text();
    return /shop_replica_in_use\{state="follows"\} 1/.test(text);
  });
  const answers = new Answers();
  const rounds = new Map(Object.keys(WAYS).map((way) => [way, [] as Round[]]));
  for (let turn = 0; turn < ROUNDS; turn += 1)
    for (const [way, port] of Object.entries(WAYS))
      rounds.get(way)!.push(await round(port, answers));
  const perSecond = new Map<string, number>();
  process.stdout.write(
    '\n| processor time of Postgres | seconds | looks | purchases | on the primary, s | on the two others, s |\n|---|---|---|---|---|---|\n',
  );
  for (const [way, made] of rounds) {
    const sum = (of: keyof Round) => made.reduce((total, one) => total + one[of], 0);
    perSecond.set(way, sum('primary') / sum('seconds'));
    const each = made.map(({ primary }) => primary.toFixed(1)).join(', ');
    process.stdout.write(
      `| ${way} | ${sum('seconds').toFixed(0)} | ${sum('looked')} | ${sum('bought')} | ${sum('primary').toFixed(1)} (${each}) | ${sum('replicas').toFixed(1)} |\n`,
    );
  }
  expect([answers.countOf(503), answers.faults]).toEqual([0, []]);
  expect(perSecond.get('operators read the replica')).toBeLessThan(
    perSecond.get('operators read the primary')!,
  );
});
