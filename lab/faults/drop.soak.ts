// Simulates a drop. Visitors request hundreds of public pages a second, while many people buy stock that was taken in
// and published in advance. The public log records each place, and receipts are mailed. Every request must get a quick
// response, and the shop must not leak memory. `FAULTS_DROP_MINUTES=30` runs for half an hour, `=1` is a quick check.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { Responses, ask, purchaseOf } from '../kit/customer.ts';
import { putIntoDrops } from '../kit/drops.ts';
import { count, percentile, report } from '../kit/figures.ts';
import {
  GROWTH_MOST,
  heapOf,
  SAMPLE_EVERY_MS,
  slopeOf,
  WARM_UP_MINUTES,
} from './harness/memory.ts';
import { DROP_MINUTES, PAGES_A_SECOND, PURCHASES_A_SECOND } from './harness/settings.ts';
import { prepareProduction } from './harness/production.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { visit } from '../kit/visit.ts';
import type { Visited } from '../kit/visitors.ts';
import { expectAuditZero, makePeople, signInAnew, type Person, type World } from '../kit/world.ts';

const BUYERS = 64;
const VISITORS = 64;
const PACK_TYPES = 24;
const PAGE_MS_MOST = 100;
const PURCHASE_MS_MOST = 500;
/**
 * In a run of fewer minutes, chance changes the memory more than a leak would. So such a run does not check the slope.
 */
const JUDGED_MINUTES_LEAST = 3;

afterEach(killShops);

test(`a drop of ${DROP_MINUTES} minutes: ${PAGES_A_SECOND} pages a second beside ${PURCHASES_A_SECOND} purchases a second by ${BUYERS}: nobody is refused, p99 of a page is ${PAGE_MS_MOST} ms and of a purchase ${PURCHASE_MS_MOST} ms, no memory leaks`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-'));
  const { world, port, metricsPort, mails, close } = await prepareProduction({ DATA_DIR: dataDir });
  const people = await makePeople(world, BUYERS, 100_000);
  const packTypes = await takeIn(world);
  await putIntoDrops(world, packTypes);
  const shop = await openShop(world.environment, { port });
  const seconds = DROP_MINUTES * 60;
  const responses = new Responses();
  const paths = ['/', '/packs', '/about', '/api/pack-types'].concat(
    packTypes.flatMap((id) => [`/pack/${id}`, `/api/pack-types/${id}`]),
  );

  const visiting = visit({
    address: shop.address,
    paths,
    visitors: VISITORS,
    pagesPerSecond: PAGES_A_SECOND,
    atOnce: 1,
    seconds,
  });
  const buying = buyFor(shop.address, seconds, people, packTypes, responses);
  const heaps: number[] = [];
  for (let minute = 0; minute < DROP_MINUTES; minute += 1) {
    heaps.push(await leastHeapOfAMinute(metricsPort));
    // Signs people in again, because an access token is valid for only a quarter of an hour.
    if (minute % 5 === 4) await signInAnew(world, people);
  }
  const visited = await visiting;
  const purchases = await buying;

  const warm = heaps.slice(Math.min(WARM_UP_MINUTES, heaps.length - 1));
  const growth = warm.length < JUDGED_MINUTES_LEAST ? 0 : slopeOf(warm);
  const p99 = percentile(purchases, 0.99);
  const mailed = await mails();
  report('T27', 'drop', [
    `${DROP_MINUTES} min, ${PAGES_A_SECOND} pages a second (${statusesOf(visited)}), p50 ${visited.p50} ms, p99 ${visited.p99} ms, slowest ${count(visited.slowest)} ms`,
    `${count(purchases.length)} purchases by ${BUYERS}, p50 ${count(percentile(purchases, 0.5))} ms, p99 ${count(p99)} ms, slowest ${count(percentile(purchases, 1))} ms`,
    `heap ${count(warm[0]!)} MB then, ${count(warm.at(-1)!)} MB at the end, ${growth.toFixed(1)} MB a minute`,
    `${responses.countOf(503)} buyers told "later", ${responses.faults.length} other 5xx`,
    `mails ${mailed}`,
  ]);
  expect(Object.keys(visited.statuses)).toEqual(['200']);
  expect([responses.countOf(503), responses.countOf(0), responses.faults]).toEqual([0, 0, []]);
  expect(mailed).toMatch(/^((queued|sending|sent) ×[\d,]+(, )?)+$/);
  expect(purchases).toHaveLength(PURCHASES_A_SECOND * seconds);
  expect(visited.p99, 'p99 of a page').toBeLessThan(PAGE_MS_MOST);
  expect(p99, 'p99 of a purchase').toBeLessThan(PURCHASE_MS_MOST);
  expect(growth, 'MB a minute').toBeLessThan(GROWTH_MOST);
  const { rows } = await world.owner.query<{ opened: number; tickets: number }>(
    `select (select count(*)::int from openings) as opened,
            (select count(*)::int from tickets where void_in is null) as tickets`,
  );
  expect(rows).toEqual([{ opened: purchases.length, tickets: purchases.length }]);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await close();
  await rm(dataDir, { recursive: true });
});

/** Takes in all packs that buyers will buy, before the first visitor comes. */
async function takeIn(world: World): Promise<string[]> {
  const packs = Math.ceil((DROP_MINUTES * 60 * PURCHASES_A_SECOND) / PACK_TYPES) + 50;
  const ids: string[] = [];
  for (let type = 0; type < PACK_TYPES; type += 1) {
    ids.push(
      await stockPackType(world.context, { packs, purchaseLimit: null, cardsAreMade: type > 0 }),
    );
  }
  await world.owner.query('vacuum analyze');
  return ids;
}

/** Returns how long each purchase took, in milliseconds, counted from the time when it was due. */
async function buyFor(
  address: string,
  seconds: number,
  people: Person[],
  packTypes: string[],
  responses: Responses,
): Promise<number[]> {
  const took: number[] = [];
  const startedAt = performance.now();
  const buy = async (buyer: number) => {
    for (let turn = buyer; turn < PURCHASES_A_SECOND * seconds; turn += people.length) {
      const dueAt = startedAt + (turn / PURCHASES_A_SECOND) * 1000;
      if (dueAt > performance.now()) await wait(dueAt - performance.now());
      const response = await ask(
        address,
        people[buyer]!,
        { ...purchaseOf(packTypes[turn % packTypes.length]!), key: randomUUID() },
        responses,
      );
      if (response.status === 200) took.push(performance.now() - dueAt);
    }
  };
  await Promise.all(people.map((_person, buyer) => buy(buyer)));
  return took;
}

/** The smallest size of the heap within a minute, in MB, because that is the size after a garbage collection. */
async function leastHeapOfAMinute(metricsPort: number): Promise<number> {
  let least = Infinity;
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    await wait(SAMPLE_EVERY_MS);
    least = Math.min(least, await heapOf(metricsPort));
  }
  return least / 1024 / 1024;
}

function statusesOf({ statuses }: Visited): string {
  return Object.entries(statuses)
    .map(([status, times]) => `${status} ×${count(times)}`)
    .join(', ');
}
