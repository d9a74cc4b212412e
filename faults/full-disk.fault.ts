// The database's disk is full: a small file system in memory, filled to the last byte while people buy.
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { holdServer } from '../src/embedded-postgres/hold-server.ts';
import { EMBEDDED_NAME } from '../src/server/database/embedded-name.ts';
import { appUrlOf } from '../src/server/database/app-role.ts';
import { migrateDatabase } from '../src/server/database/migrate.ts';
import { QUEUES } from '../src/server/jobs/queues.ts';
import { migrateQueue } from '../src/server/queue/migrate-queue.ts';
import { stockPackType } from '../src/testing/stock.ts';
import { Answers, ask } from './harness/customer.ts';
import { count, report, seconds, tally } from './harness/figures.ts';
import { expectAsAnswered, runLoad, shopperOf, type Load } from './harness/load.ts';
import { killShops, openShop } from './harness/shop-process.ts';
import { expectAuditZero, makePeople, openWorld } from './harness/world.ts';

const DISK_MB = 256;
const CLIENTS = 16;
/** So many purchases are refused before the disk gets room again. */
const REFUSED = 100;
const RECOVERED_WITHIN_MS = 30_000;

/** Only root may make a file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;
let disk: string | null = null;

if (!canMount) report('T15', 'disk full', ['not run: only root on Linux may make a file system']);

afterEach(async () => {
  killShops();
  if (disk === null) return;
  execFileSync('umount', ['--lazy', disk]);
  await rm(disk, { recursive: true, force: true });
  disk = null;
});

test.runIf(canMount)(
  'the disk of the database is full: buying says "later", looking works, and with room everything goes on',
  async () => {
    disk = await mkdtemp(join(tmpdir(), 'felt-and-foil-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', disk]);
    await chmod(disk, 0o711);
    const postgres = await holdServer({
      name: EMBEDDED_NAME,
      dataDir: disk,
      log: () => {},
      settings: ['max_connections=100', 'max_wal_size=64MB', 'min_wal_size=32MB'],
      durable: true,
    });
    await migrateDatabase(postgres.url, appUrlOf(postgres.url));
    await migrateQueue(postgres.url, QUEUES);
    const world = openWorld(postgres.url, { LOG_LEVEL: 'fatal' });
    const credits = 50_000;
    const people = await makePeople(world, 8, credits);
    const packTypeId = await stockPackType(world.context, { packs: 4_000, purchaseLimit: null });
    const shop = await openShop(world.environment);
    const load: Load = {
      address: () => shop.address,
      shoppers: people.map((person) => shopperOf(person, credits)),
      packTypeId,
      clients: CLIENTS,
      answers: new Answers(),
    };

    let isOver = false;
    const loading = runLoad(load, () => isOver);
    const looks: number[] = [];
    const ready: number[] = [];
    const happening = (async () => {
      while (load.answers.countOf(200) < 100) await wait(5);
      const ballast = await fill(disk);
      while (load.answers.countOf(503) < REFUSED) {
        if (load.answers.countOf(503) > 0) {
          for (const path of ['/pack-types', '/users/profile', '/cards/my', '/transactions']) {
            looks.push((await ask(shop.address, people[0]!, { method: 'GET', path })).status);
          }
          ready.push((await fetch(`${shop.address}/readyz`)).status);
        }
        await wait(20);
      }
      await rm(ballast);
      const freedAt = performance.now();
      const before = load.answers.countOf(200);
      while (load.answers.countOf(200) < before + 100) await wait(5);
      isOver = true;
      return performance.now() - freedAt;
    })();
    await Promise.race([loading, happening]);
    const recoveredMs = await happening;
    const actions = await loading;

    report('T15', 'disk full', [
      `${DISK_MB} MB, filled to the last byte under ${CLIENTS} clients`,
      `${count(actions)} actions, none lost`,
      `${count(load.answers.countOf(503))} told "later"`,
      `looking meanwhile ${tally(looks)}`,
      `/readyz ${tally(ready)}`,
      `sells again after ${seconds(recoveredMs)}`,
      `${load.answers.faults.length} other 5xx`,
    ]);
    expect(load.answers.faults).toEqual([]);
    expect(new Set(looks)).toEqual(new Set([200]));
    expect(new Set(ready)).toEqual(new Set([503]));
    expect(recoveredMs).toBeLessThan(RECOVERED_WITHIN_MS);
    const isReady = async () => (await fetch(`${shop.address}/readyz`)).status;
    await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
    await expectAsAnswered(world, load);
    await expectAuditZero(world);
    await shop.end('SIGTERM');
    await world.close();
    await postgres.close();
  },
);

/** Takes every byte that is left. */
async function fill(directory: string): Promise<string> {
  const path = join(directory, 'ballast');
  const file = await open(path, 'w');
  for (let size = 1 << 20; size >= 512; size /= 2) {
    const part = Buffer.alloc(size);
    let isRoom = true;
    while (isRoom) {
      isRoom = await file.write(part).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOSPC') throw error;
          return false;
        },
      );
    }
  }
  await file.close();
  return path;
}
