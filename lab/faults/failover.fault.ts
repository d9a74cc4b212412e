// The database's machine dies while people buy, and a standby is promoted. Every confirmed purchase must still be
// there.
import { afterEach, expect, inject, onTestFinished, test } from 'vitest';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import { gatherBuyers, runLoad, answeredOf } from '../kit/buyers.ts';
import { countLost, during } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { openPair } from './harness/pair.ts';
import { packsFor } from './harness/settings.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, openWorld } from '../kit/world.ts';

const BUYERS = 24;
/** Number of confirmed purchases before the primary dies, and again after the standby is promoted. */
const BOUGHT = 100;
/** Number of confirmed purchases while the control's standby receives no changes. */
const UNHEARD = 50;

afterEach(killShops);

/** Lets buyers buy while the primary dies. Returns the responses, and who got them. */
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
  const { answers } = load;
  const [, { before, awayMs }] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      await answers.untilMore(BOUGHT);
      if (!synchronous) {
        pair.holdBackStream();
        await answers.untilMore(UNHEARD);
      }
      const killedAt = performance.now();
      const sold = answers.countOf(200);
      await pair.failOver();
      await answers.untilMore(1);
      const recoveredMs = performance.now() - killedAt;
      await answers.untilMore(BOUGHT);
      return { before: sold, awayMs: recoveredMs };
    },
  );
  const answered = answeredOf(load);
  const lost = await countLost(load.address, answered);
  report(
    'T24',
    `failover to ${synchronous ? 'a synchronous' : 'an asynchronous, lagging'} standby`,
    [
      `${BUYERS} buyers, ${count(before)} purchases answered before and ${count(answered.length - before)} after`,
      `${lost} of them lost`,
      `${count(answers.countOf(503))} told "later", ${answers.countOf(0)} left without an answer`,
      `sells again after ${seconds(awayMs)}`,
      `${answers.faults.length} other 5xx`,
    ],
  );
  expect(answers.faults).toEqual([]);
  expect(answers.countOf(0)).toBe(0);
  expect(answers.countOf(503)).toBeGreaterThan(0);
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
