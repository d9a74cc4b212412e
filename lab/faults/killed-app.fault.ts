// The power goes while people buy, sell and ship, and comes back; again and again.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { Answers } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { expectAsAnswered, runLoad, shopperOf, type Load } from '../kit/load.ts';
import { CLIENTS, KILLS, packsFor } from './harness/settings.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, freshDatabase, makePeople, openWorld } from '../kit/world.ts';

afterEach(killShops);

test('the shop is killed under load again and again: nothing that was answered is lost, nothing is done twice', async () => {
  const world = openWorld(await freshDatabase());
  const credits = 50_000;
  const people = await makePeople(world, 8, credits);
  const packTypeId = await stockPackType(world.context, {
    packs: packsFor(KILLS * 8),
    purchaseLimit: null,
  });
  const port = await freePort();
  let shop = await openShop(world.environment, { port });
  const starts: number[] = [];
  const load: Load = {
    address: () => `http://127.0.0.1:${port}`,
    shoppers: people.map((person) => shopperOf(person, credits)),
    packTypeId,
    clients: CLIENTS,
    answers: new Answers(),
  };

  let isOver = false;
  const loading = runLoad(load, () => isOver);
  const killing = (async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = load.answers.countOf(200);
      while (load.answers.countOf(200) < before + 20) await wait(5);
      await wait(50 + Math.random() * 1_450);
      await shop.end('SIGKILL');
      shop = await openShop(world.environment, { port });
      starts.push(shop.startedInMs);
    }
    isOver = true;
  })();
  await Promise.race([loading, killing]);
  await killing;
  const actions = await loading;

  report('T10', 'shop killed (SIGKILL)', [
    `${KILLS} kills, ${CLIENTS} clients, 8 accounts`,
    `${count(actions)} actions, none lost`,
    `${count(load.answers.countOf(0))} requests cut off and repeated`,
    `ready again in ${seconds(Math.max(...starts))} at most`,
    `${load.answers.faults.length} other 5xx`,
  ]);
  expect(load.answers.faults).toEqual([]);
  expect(load.answers.countOf(0)).toBeGreaterThan(0);
  await expectAsAnswered(world, load);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await world.close();
});
