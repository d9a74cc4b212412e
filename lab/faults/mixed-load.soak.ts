// Keeps a production shop with mails and jobs under load for minutes. The shop must respond as fast at the end as at
// the beginning, and must not leak memory.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { during } from '../kit/customer.ts';
import { count, percentile, report } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad } from '../kit/buyers.ts';
import {
  GROWTH_MOST,
  heapOf,
  SAMPLE_EVERY_MS,
  slopeOf,
  WARM_UP_MINUTES,
} from './harness/memory.ts';
import { SOAK_MINUTES } from './harness/settings.ts';
import { prepareProduction } from './harness/production.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, signInAnew } from '../kit/world.ts';

const ACTIONS_PER_SECOND = 50;
const CLIENTS = 16;
/** The slowest response of a minute varies by chance, but by less than this factor. */
const SLOWER_MOST = 3;

afterEach(killShops);

test(`${ACTIONS_PER_SECOND} actions a second for ${SOAK_MINUTES} minutes: no memory leaks, nobody waits longer, the ledger agrees`, async () => {
  const { world, port, metricsPort, mails, close } = await prepareProduction();
  const shop = await openShop(world.environment, { port });
  const load = await gatherBuyers(world, {
    address: () => shop.address,
    people: CLIENTS,
    credits: 100_000,
    packs: 500 + SOAK_MINUTES * 60 * ACTIONS_PER_SECOND,
    clients: CLIENTS,
    actionsPerSecond: ACTIONS_PER_SECOND,
  });
  const people = load.shoppers.map(({ person }) => person);

  const minutes: { heap: number; p99: number }[] = [];
  const [actions] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      while (minutes.length < SOAK_MINUTES) {
        const from = load.responses.times.length;
        const heaps: number[] = [];
        const until = performance.now() + 60_000;
        while (performance.now() < until) {
          await wait(SAMPLE_EVERY_MS);
          heaps.push(await heapOf(metricsPort));
        }
        await expectAuditZero(world);
        // Signs people in again, because an access token is valid for only a quarter of an hour.
        await signInAnew(world, people);
        // The lowest reading of a minute is what was left after a garbage collection.
        minutes.push({
          heap: Math.min(...heaps),
          p99: percentile(load.responses.times.slice(from), 0.99),
        });
      }
    },
  );

  const warm = minutes.slice(WARM_UP_MINUTES);
  const growth = slopeOf(warm.map(({ heap }) => heap / 1024 / 1024));
  const [first, last] = [warm[0]!, warm.at(-1)!];
  const mailed = await mails();
  report('T21', 'soak', [
    `${SOAK_MINUTES} min, ${CLIENTS} accounts, ${count(actions)} actions (${count(actions / SOAK_MINUTES / 60)} a second)`,
    `heap ${count(first.heap / 1024 / 1024)} MB after ${WARM_UP_MINUTES + 1} min, ${count(last.heap / 1024 / 1024)} MB at the end, ${growth.toFixed(1)} MB a minute`,
    `p99 of a minute ${count(first.p99)} ms then, ${count(last.p99)} ms at the end`,
    `${load.responses.countOf(503)} told "later"`,
    `mails ${mailed}`,
    `${load.responses.faults.length} other 5xx`,
  ]);
  expect(load.responses.faults).toEqual([]);
  expect(mailed).toMatch(/^((queued|sending|sent) ×[\d,]+(, )?)+$/);
  expect(growth, 'MB a minute').toBeLessThan(GROWTH_MOST);
  expect(last.p99 / first.p99, 'the slowest waits against those of the beginning').toBeLessThan(
    SLOWER_MOST,
  );
  await expectAgreement(world, load);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await close();
});
