// The database is on a small file system in memory, which is filled to the last byte while people buy. Postgres serves
// reads until its next checkpoint, for which it needs space for a file. If there is no space, Postgres exits.
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { holdServer } from '../../src/embedded-postgres/hold-server.ts';
import { EMBEDDED_NAME } from '../../src/server/database/embedded-name.ts';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { migrateDatabase } from '../../src/server/database/migrate.ts';
import { QUEUES } from '../../src/server/jobs/queues.ts';
import { migrateQueue } from '../../src/server/queue/migrate-queue.ts';
import { ask, during } from '../kit/customer.ts';
import { count, report, seconds, tally } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad, type Load } from '../kit/buyers.ts';
import { killShops, openShop, type ShopProcess } from '../../src/testing/process.ts';
import { expectAuditZero, openWorld, type World } from '../kit/world.ts';

const DISK_MB = 256;
const CLIENTS = 16;
/** The number of refused purchases before the disk gets space again. */
const REFUSED = 100;
const RECOVERED_WITHIN_MS = 30_000;
/** The pages of a signed-in shopper. */
const OWN = ['/users/profile', '/cards/my', '/transactions'];

/** Only root may create a file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

if (!canMount) report('T15', 'disk full', ['not run: only root on Linux may make a file system']);

afterEach(killShops);

describe.runIf(canMount)('the disk of the database is full: purchases get "later"', () => {
  test('reads work, and everything works again once there is space', async () => {
    const { world, load, postgres, shop, polls, ready, recoveredMs } =
      await fillUnderLoad('disk full');
    expect(postgres.wentAway()).toBe(false);
    expect(new Set(polls.public)).toEqual(new Set([200]));
    expect(new Set(polls.own)).toEqual(new Set([200]));
    expect(new Set(ready)).toEqual(new Set([503]));
    await expectSalesAgree(world, load, shop, recoveredMs);
  });

  test('Postgres exits at a checkpoint: the packs are still shown, and everything works again once there is space', async () => {
    const { world, load, postgres, shop, polls, ready, recoveredMs } = await fillUnderLoad(
      'disk full, and a checkpoint',
      { checkpointWhileFull: true },
    );
    expect(postgres.wentAway()).toBe(true);
    expect(new Set(polls.public)).toEqual(new Set([200]));
    // When Postgres exits, it may free enough space for a restart. Then Postgres serves reads again.
    expect(polls.own).toContain(503);
    expect([200, 503]).toEqual(expect.arrayContaining(polls.own));
    expect(new Set(ready)).toEqual(new Set([503]));
    await expectSalesAgree(world, load, shop, recoveredMs);
  });
});

/** People buy, the disk fills up, some purchases are refused, and the disk gets space again. */
async function fillUnderLoad(fault: string, { checkpointWhileFull = false } = {}) {
  const disk = await mountDisk();
  const postgres = await openPostgres(disk);
  onTestFinished(postgres.close);
  await migrateDatabase(postgres.url, appUrlOf(postgres.url));
  await migrateQueue(postgres.url, QUEUES);
  const world = openWorld(postgres.url, { LOG_LEVEL: 'fatal' });
  onTestFinished(world.close);
  const shop = await openShop(world.environment);
  const load = await gatherBuyers(world, {
    address: () => shop.address,
    packs: 4_000,
    clients: CLIENTS,
  });
  // From here on, only this test triggers checkpoints.
  await checkpoint(postgres.url);

  const polls = { public: [] as number[], own: [] as number[] };
  const ready: number[] = [];
  const poll = async (path: string) =>
    (await ask(shop.address, load.shoppers[0]!.person, { method: 'GET', path })).status;
  const [actions, recoveredMs] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      await load.responses.untilMore(100);
      const ballast = await fill(disk);
      if (checkpointWhileFull) await checkpoint(postgres.url).catch(() => {}); // Postgres exits here
      const refusedBefore = load.responses.countOf(503);
      while (load.responses.countOf(503) < refusedBefore + REFUSED) {
        if (load.responses.countOf(503) > 0) {
          polls.public.push(await poll('/pack-types'));
          for (const path of OWN) polls.own.push(await poll(path));
          ready.push((await fetch(`${shop.address}/readyz`)).status);
        }
        await wait(20);
      }
      await rm(ballast);
      const freedAt = performance.now();
      await load.responses.untilMore(100);
      return performance.now() - freedAt;
    },
  );

  report('T15', fault, [
    `${DISK_MB} MB, filled to the last byte under ${CLIENTS} clients`,
    `${count(actions)} actions, none lost`,
    `${count(load.responses.countOf(503))} told "later"`,
    `looking meanwhile at packs ${tally(polls.public)}, at what is theirs ${tally(polls.own)}`,
    `/readyz ${tally(ready)}`,
    `sells again after ${seconds(recoveredMs)}`,
    `${load.responses.faults.length} other 5xx`,
  ]);
  return { world, load, postgres, shop, polls, ready, recoveredMs };
}

async function expectSalesAgree(
  world: World,
  load: Load,
  shop: ShopProcess,
  recoveredMs: number,
): Promise<void> {
  expect(load.responses.faults).toEqual([]);
  expect(recoveredMs).toBeLessThan(RECOVERED_WITHIN_MS);
  const isReady = async () => (await fetch(`${shop.address}/readyz`)).status;
  await expect.poll(isReady, { timeout: 30_000 }).toBe(200);
  await expectAgreement(world, load);
  await expectAuditZero(world);
  await shop.end('SIGTERM');
}

/** A small disk, for this test. */
async function mountDisk(): Promise<string> {
  const disk = await mkdtemp(join(tmpdir(), 'felt-and-foil-disk-'));
  onTestFinished(() => rm(disk, { recursive: true, force: true }));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0711`, 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  await chmod(disk, 0o711);
  return disk;
}

/**
 * Starts Postgres on the small disk. This Postgres writes checkpoints only on request, and retains all the WAL that
 * it needs until then.
 */
async function openPostgres(dataDir: string) {
  const said: string[] = [];
  const programs = inject('postgresPrograms');
  const held = await holdServer({
    name: EMBEDDED_NAME,
    dataDir,
    log: (line) => said.push(line),
    settings: [
      'max_connections=100',
      'checkpoint_timeout=1h',
      'max_wal_size=128MB',
      'min_wal_size=64MB',
    ],
    durable: true,
    ...(programs !== '' && { programs }),
  });
  return { ...held, wentAway: () => said.some((line) => line.startsWith('Postgres went away')) };
}

async function checkpoint(url: string): Promise<void> {
  const client = new pg.Client(url);
  client.on('error', () => {}); // the client gets two errors when Postgres exits
  await client.connect();
  try {
    await client.query('checkpoint');
  } finally {
    await client.end().catch(() => {});
  }
}

/** Fills the disk to the last byte. */
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
