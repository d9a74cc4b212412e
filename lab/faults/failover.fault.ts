// The database's machine dies while people buy, and a standby is promoted. The standby must have every confirmed
// purchase.
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import { gatherBuyers, runLoad, completedOf } from '../kit/buyers.ts';
import { countLost, during } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { openPair } from './harness/pair.ts';
import { packsFor } from './harness/settings.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, openWorld } from '../kit/world.ts';

const BUYERS = 24;
/** The number of confirmed purchases before the primary dies, and again after the standby is promoted. */
const BOUGHT = 100;
/** The number of confirmed purchases while the control's standby receives no changes. */
const UNHEARD = 50;

afterEach(killShops);

/** Lets buyers buy while the primary dies. Returns all responses, and the people who got them. */
async function failOverUnderBuyers({ synchronous }: { synchronous: boolean }) {
  const pair = await openPair({ synchronous, programs: inject('postgresPrograms') || undefined });
  onTestFinished(pair.close);
  await migrateDatabase(pair.url, appUrlOf(pair.url));
  await migrateQueue(pair.url, QUEUES);
  const world = openWorld(pair.url, { LOG_LEVEL: 'fatal' });
  onTestFinished(world.close);
  const shop = await openShop(world.environment);
  const load = await gatherBuyers(world, {
    address: () => shop.address,
    people: BUYERS,
    packs: packsFor(30),
    clients: BUYERS,
    onlyBuys: true,
  });
  const { responses } = load;
  const [, { before, awayMs }] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      await responses.untilMore(BOUGHT);
      if (!synchronous) {
        pair.holdBackStream();
        await responses.untilMore(UNHEARD);
      }
      const killedAt = performance.now();
      const sold = responses.countOf(200);
      await pair.failOver();
      await responses.untilMore(1);
      const recoveredMs = performance.now() - killedAt;
      await responses.untilMore(BOUGHT);
      return { before: sold, awayMs: recoveredMs };
    },
  );
  const completed = completedOf(load);
  const lost = await countLost(load.address, completed);
  report(
    'T24',
    `failover to ${synchronous ? 'a synchronous' : 'an asynchronous, lagging'} standby`,
    [
      `${BUYERS} buyers, ${count(before)} purchases answered before and ${count(completed.length - before)} after`,
      `${lost} of them lost`,
      `${count(responses.countOf(503))} told "later", ${responses.countOf(0)} left without an answer`,
      `sells again after ${seconds(awayMs)}`,
      `${responses.faults.length} other 5xx`,
    ],
  );
  expect(responses.faults).toEqual([]);
  expect(responses.countOf(0)).toBe(0);
  expect(responses.countOf(503)).toBeGreaterThan(0);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  return { lost };
}

test('a synchronous standby takes over under 24 buyers: each confirmed purchase gets the same response again, to the byte', async () => {
  expect(await failOverUnderBuyers({ synchronous: true })).toEqual({ lost: 0 });
});

test('the control: an outdated standby takes over, confirmed purchases are gone, and this test notices', async () => {
  const { lost } = await failOverUnderBuyers({ synchronous: false });
  expect(lost).toBeGreaterThan(0);
});
