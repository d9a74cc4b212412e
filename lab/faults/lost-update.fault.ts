// One account, and everything that changes it at the same moment.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { Answers } from '../kit/customer.ts';
import { count, percentile, report } from '../kit/figures.ts';
import { expectAsAnswered, runLoad, shopperOf, type Load } from '../kit/load.ts';
import { CLIENTS, LOAD_SECONDS, packsFor } from './harness/settings.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, freshDatabase, makePeople, openWorld } from '../kit/world.ts';

afterEach(killShops);

test('64 clients of one user buy, sell, ship and change the profile at once: the account is what they were answered', async () => {
  const world = openWorld(await freshDatabase());
  const credits = 200_000;
  const [person] = await makePeople(world, 1, credits);
  const packTypeId = await stockPackType(world.context, {
    packs: packsFor(LOAD_SECONDS),
    purchaseLimit: null,
  });
  const shop = await openShop(world.environment);
  const load: Load = {
    address: () => shop.address,
    shoppers: [shopperOf(person!, credits)],
    packTypeId,
    clients: CLIENTS,
    answers: new Answers(),
  };

  let isOver = false;
  const loading = runLoad(load, () => isOver);
  await Promise.race([loading, wait(LOAD_SECONDS * 1000)]);
  isOver = true;
  const actions = await loading;

  report('T3', 'lost update', [
    `${CLIENTS} clients, 1 account, ${LOAD_SECONDS} s`,
    `${count(actions)} actions`,
    `p99 ${count(percentile(load.answers.times, 0.99))} ms`,
    `${load.answers.countOf(503)} told "later"`,
    `${load.answers.faults.length} other 5xx`,
  ]);
  expect(load.answers.faults).toEqual([]);
  await expectAsAnswered(world, load);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await world.close();
});
