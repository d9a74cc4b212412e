// The shop's process is killed and restarted again and again while people buy, sell and ship.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { during } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad } from '../kit/buyers.ts';
import { CLIENTS, KILLS, packsFor } from './harness/settings.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, freshDatabase, openWorld } from '../kit/world.ts';

afterEach(killShops);

test('the shop is killed under load again and again: no confirmed result is lost, nothing is done twice', async () => {
  const world = openWorld(await freshDatabase());
  const port = await freePort();
  let shop = await openShop(world.environment, { port });
  const starts: number[] = [];
  const load = await gatherBuyers(world, {
    address: () => `http://127.0.0.1:${port}`,
    packs: packsFor(KILLS * 8),
    clients: CLIENTS,
  });

  const [actions] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await load.responses.untilMore(20);
        await wait(50 + Math.random() * 1_450);
        await shop.end('SIGKILL');
        shop = await openShop(world.environment, { port });
        starts.push(shop.startedInMs);
      }
    },
  );

  report('T10', 'shop killed (SIGKILL)', [
    `${KILLS} kills, ${CLIENTS} clients, 8 accounts`,
    `${count(actions)} actions, none lost`,
    `${count(load.responses.countOf(0))} requests cut off and repeated`,
    `ready again in ${seconds(Math.max(...starts))} at most`,
    `${load.responses.faults.length} other 5xx`,
  ]);
  expect(load.responses.faults).toEqual([]);
  expect(load.responses.countOf(0)).toBeGreaterThan(0);
  await expectAgreement(world, load);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await world.close();
});
