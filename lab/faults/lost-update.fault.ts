// Sends concurrent changes to one account, with every kind of request that changes an account.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { during } from '../kit/customer.ts';
import { count, percentile, report } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad } from '../kit/buyers.ts';
import { CLIENTS, LOAD_SECONDS, packsFor } from './harness/settings.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, freshDatabase, openWorld } from '../kit/world.ts';

afterEach(killShops);

test('64 clients of one user buy, sell, ship and change the profile at once: the account matches their responses', async () => {
  const world = openWorld(await freshDatabase());
  const shop = await openShop(world.environment);
  const load = await gatherBuyers(world, {
    address: () => shop.address,
    people: 1,
    credits: 200_000,
    packs: packsFor(LOAD_SECONDS),
    clients: CLIENTS,
  });

  const [actions] = await during(
    (isOver) => runLoad(load, isOver),
    () => wait(LOAD_SECONDS * 1000),
  );

  report('T3', 'lost update', [
    `${CLIENTS} clients, 1 account, ${LOAD_SECONDS} s`,
    `${count(actions)} actions`,
    `p99 ${count(percentile(load.responses.times, 0.99))} ms`,
    `${load.responses.countOf(503)} told "later"`,
    `${load.responses.faults.length} other 5xx`,
  ]);
  expect(load.responses.faults).toEqual([]);
  await expectAgreement(world, load);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await world.close();
});
