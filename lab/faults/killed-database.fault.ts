// The database dies under the shop. The shop stays up, responds "later", and works again once the database is back.
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { holdServer, stopUnused } from '../../src/embedded-postgres/hold-server.ts';
import { EMBEDDED_NAME } from '../../src/server/database/embedded-name.ts';
import { findPlace } from '../../src/embedded-postgres/place.ts';
import { readPidFile } from '../../src/embedded-postgres/postgres-process.ts';
import { during } from '../kit/customer.ts';
import { count, report, seconds } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad } from '../kit/buyers.ts';
import { CLIENTS, KILLS, packsFor } from './harness/settings.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, openWorld } from '../kit/world.ts';

/**
 * The longest time from the kill until the next purchase. It is far above the measured time, because the machine may
 * be busy.
 */
const HEALED_WITHIN_MS = 30_000;

let dataDir: string;

afterEach(async () => {
  await killShops();
  await stopUnused(dataDir, EMBEDDED_NAME, () => {});
  const place = await findPlace(dataDir);
  if (place !== undefined) await rm(place.home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

test('the database is killed under load again and again: "later" meanwhile, nothing lost, and the shop recovers by itself', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'felt-and-foil-faults-'));
  // As root cannot run Postgres, another user runs it, and that user must be able to enter the folder.
  await chmod(dataDir, 0o711);
  const authSecret = 'f'.repeat(64);
  const port = await freePort();
  const settings = {
    AUTH_SECRET: authSecret,
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    DEMO: 'off',
  };
  const programs = inject('postgresPrograms');
  const hold = () =>
    holdServer({
      name: EMBEDDED_NAME,
      dataDir,
      log: () => {},
      settings: [],
      durable: true,
      ...(programs !== '' && { programs }),
    });
  // If the shop uses its embedded database, it must restart that database itself. Any other database is restarted by
  // its operator, and this test acts as the operator.
  const ofOwn =
    programs === '' ? await openShop({ ...settings, DATA_DIR: dataDir }, { port }) : null;
  const postgres = await hold();
  const { url } = postgres;
  if (ofOwn !== null) await postgres.close();
  const shop = ofOwn ?? (await openShop({ ...settings, DATABASE_URL: url }, { port }));
  const world = openWorld(url, {}, authSecret);
  const load = await gatherBuyers(world, {
    address: () => shop.address,
    packs: packsFor(KILLS * 8),
    clients: CLIENTS,
  });
  const { cluster } = (await findPlace(dataDir))!;

  const healed: number[] = [];
  const [actions] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await load.responses.untilMore(50);
        await wait(Math.random() * 500);
        const { pid } = (await readPidFile(cluster))!;
        const killedAt = performance.now();
        process.kill(pid, 'SIGKILL');
        // The processes of the dead server may still respond for a moment, so this waits for the new server.
        while ([pid, undefined].includes((await readPidFile(cluster))?.pid)) await wait(2);
        await untilUp(shop.address);
        await load.responses.untilMore(1);
        healed.push(performance.now() - killedAt);
      }
    },
  );

  report('T11', 'database killed (SIGKILL)', [
    `${KILLS} kills, ${CLIENTS} clients, 8 accounts`,
    `${count(actions)} actions, none lost`,
    `${count(load.responses.countOf(503))} told "later", ${load.responses.countOf(0)} left without an answer`,
    `sells again after ${seconds(Math.max(...healed))} at most`,
    `${load.responses.faults.length} other 5xx`,
  ]);
  expect(load.responses.faults).toEqual([]);
  expect(load.responses.countOf(0)).toBe(0);
  expect(load.responses.countOf(503)).toBeGreaterThan(0);
  await expectAgreement(world, load);
  await expectAuditZero(world);
  expect(shop.child.exitCode, 'the shop was never started again').toBeNull();
  expect(Math.max(...healed)).toBeLessThan(HEALED_WITHIN_MS);
  await world.close();
  await shop.end('SIGTERM');
  await postgres.close();
});

async function untilUp(address: string): Promise<void> {
  while ((await fetch(`${address}/readyz`)).status !== 200) await wait(20);
}
