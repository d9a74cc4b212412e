// Tests wrong clocks, and clocks that jump. The database's clock decides, because there is only one database and there
// are many processes.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { ask, decide, purchaseOf } from '../kit/customer.ts';
import { report, seconds } from '../kit/figures.ts';
import { askForPacks, beginPaying } from '../kit/payers.ts';
import { killShops, openShop, type ShopProcess } from '../../src/testing/process.ts';
import { bring, openStripe, type FakeStripe } from '../kit/stripe.ts';
import { expectAuditZero, freshDatabase, makePeople, openWorld, type World } from '../kit/world.ts';
import { inParallel } from '../../src/testing/crowd.ts';

const SHIFT_CLOCK = join(import.meta.dirname, 'harness/shift-clock.ts');
const SHOP = join(import.meta.dirname, '../../src/server/shop.ts');
/** This script converts expired cards without checking whether another process does the same. */
const CONVERSION = join(import.meta.dirname, '../../src/testing/conversion-run.ts');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RESERVED_SECONDS = 10;
/** The interval of the job that frees reserved packs, plus some time for its work. */
const GIVEN_BACK_WITHIN_MS = 25_000;

let stripe: FakeStripe;
let world: World;

beforeEach(async () => {
  stripe = await openStripe();
  world = openWorld(await freshDatabase(), { ...stripe.environment, LOG_LEVEL: 'fatal' });
});

afterEach(async () => {
  await killShops();
  await stripe.close();
  await world.close();
});

const openShopWrongBy = (minutes: number, timeZone: string): Promise<ShopProcess> =>
  openShop(
    {
      ...world.environment,
      RESERVATION_SECONDS: String(RESERVED_SECONDS),
      WRONG_CLOCK_MS: String(minutes * MINUTE_MS),
      TZ: timeZone,
    },
    { nodeOptions: ['--import', SHIFT_CLOCK] },
  );

/** The time on the database's clock. */
async function databaseNow(): Promise<number> {
  const { rows } = await world.owner.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now.getTime();
}

const run = (file: string, words: string[]) =>
  promisify(execFile)(process.execPath, [file, ...words], {
    env: { PATH: process.env['PATH'], ...world.environment },
  });

/**
 * Runs a job by an operator's command, as if it were the time `at`. Tries again while the shop itself runs the same
 * job.
 */
async function runJob(name: string, at: number): Promise<void> {
  for (;;) {
    try {
      await run(SHOP, ['jobs', 'run', name, '--at', new Date(at).toISOString()]);
      return;
    } catch (error) {
      if (!/Another process runs/.test((error as Error).message)) throw error;
    }
  }
}

describe('the time', () => {
  test('of two shops is six minutes fast and six minutes slow: packs stay reserved as long as the database says', async () => {
    const [fast, slow] = await Promise.all([
      openShopWrongBy(6, 'Pacific/Kiritimati'),
      openShopWrongBy(-6, 'America/St_Johns'),
    ]);
    const reservedMs: number[] = [];
    for (const [reserving, others] of [
      [fast, slow],
      [slow, fast],
    ] as const) {
      const packTypeId = await stockPackType(world.context, { packs: 1 });
      const [first, second] = await makePeople(world, 2, 0);
      const before = await databaseNow();
      const begun = await beginPaying(reserving.address, first!, packTypeId);
      const after = await databaseNow();
      expect(begun.status).toBe(200);
      const until = new Date(begun.data.expiresAt).getTime();
      expect(until).toBeGreaterThanOrEqual(before + RESERVED_SECONDS * 1000);
      expect(until).toBeLessThanOrEqual(after + RESERVED_SECONDS * 1000);

      const refusals = new Set<string | null>();
      let taken = await beginPaying(others.address, second!, packTypeId);
      while (taken.status !== 200 && (await databaseNow()) < until + GIVEN_BACK_WITHIN_MS) {
        refusals.add(taken.code);
        await wait(100);
        taken = await beginPaying(others.address, second!, packTypeId);
      }
      const takenAt = await databaseNow();
      expect(refusals).toEqual(new Set(['PACK_UNAVAILABLE']));
      expect(taken.status).toBe(200);
      expect(takenAt).toBeGreaterThan(until);
      reservedMs.push(takenAt - before);
    }

    // Stripe's events carry a time. If the shop's clock is too fast, the shop refuses them as too old; if it is too
    // slow, they seem to be in the future. In both cases the buyer's own poll still delivers the packs.
    const packTypeId = await stockPackType(world.context, { packs: 1 });
    const [buyer] = await makePeople(world, 1, 0);
    const { data } = await beginPaying(fast.address, buyer!, packTypeId);
    await stripe.sandbox.takeEvents();
    expect(await stripe.confirm(data.paymentIntentId)).toBe('succeeded');
    const [event] = await stripe.sandbox.takeEvents();
    expect((await bring(fast.address, event!)).status).toBe(400);
    const bought = await askForPacks(fast.address, buyer!, data.paymentIntentId);
    expect(bought.data).toMatchObject({ status: 'succeeded' });
    expect((await bring(slow.address, event!)).status).toBe(400);

    report('T16', 'clocks 6 min fast and slow', [
      `packs kept for ${RESERVED_SECONDS} s were free after ${reservedMs.map(seconds).join(' and ')} by the database's clock`,
      'an event that seemed old was refused, and so it was where it seemed to be of the future; its payment was delivered all the same',
    ]);
    await expectAuditZero(world);
  });

  test('jumps to and fro: packs stay reserved for ten minutes, cards convert once, and a sign-in ends when it should', async () => {
    const credits = 100;
    const [owner, reserver, other] = await makePeople(world, 3, credits);
    const packTypeId = await stockPackType(world.context, { packs: 5, purchaseLimit: null });
    const reservedTypeId = await stockPackType(world.context, { packs: 1 });
    let shop = await openShop(world.environment);
    const buy = (address: string) => decide(address, owner!, purchaseOf(packTypeId, 2));
    expect((await buy(shop.address)).status).toBe(200);
    const { data } = await beginPaying(shop.address, reserver!, reservedTypeId);
    const until = new Date(data.expiresAt).getTime();
    const wants = () => beginPaying(shop.address, other!, reservedTypeId);

    // Runs the job half a minute before the end of the reservation, because the command's clock goes on while the
    // command starts.
    await runJob('release-reservations', until - 30_000);
    expect((await wants()).code).toBe('PACK_UNAVAILABLE');
    await runJob('release-reservations', until + 1_000);
    expect((await wants()).status).toBe(200);

    // Converts the cards after a month, by two processes at the same time. Then converts again with a clock that is an
    // hour slow, and with a clock that is a month ahead.
    const inAMonth = (await databaseNow()) + 31 * DAY_MS;
    const aMonth = String(31 * DAY_MS);
    await inParallel([0, 1], 2, () => run(CONVERSION, [world.url, aMonth]));
    const converted = await balanceOf(owner!.userId);
    // The person paid for 2 packs at 10.80 each, and got 0.70, 0.17 and 3.50 for the cards of each pack.
    expect(converted).toBe(credits * 100 - 2 * 1080 + 2 * (70 + 17 + 350));
    await runJob('convert-expired', (await databaseNow()) - HOUR_MS);
    await runJob('convert-expired', inAMonth);
    expect(await balanceOf(owner!.userId)).toBe(converted);

    // A shop whose clock is an hour slow sells as usual.
    await shop.end('SIGTERM');
    shop = await openShop({ ...world.environment, CLOCK_OFFSET_MS: String(-HOUR_MS) });
    expect((await buy(shop.address)).status).toBe(200);
    await expectAuditZero(world);

    // An access token is valid for a quarter of an hour. A shop whose clock is 11 minutes ahead still accepts the
    // token, but a shop whose clock is 16 minutes ahead does not.
    await shop.end('SIGTERM');
    const polls = { method: 'GET', path: '/users/profile' };
    shop = await openShop({ ...world.environment, CLOCK_OFFSET_MS: String(11 * MINUTE_MS) });
    expect((await ask(shop.address, owner!, polls)).status).toBe(200);
    await shop.end('SIGTERM');
    shop = await openShop({ ...world.environment, CLOCK_OFFSET_MS: String(16 * MINUTE_MS) });
    const tooLate = await ask(shop.address, owner!, polls);
    expect([tooLate.status, tooLate.code]).toEqual([401, 'TOKEN_EXPIRED']);

    report('T16', 'clock jumps', [
      'kept half a minute before the end, free 1 s after it',
      '6 cards after 31 days, asked for 4 times (twice at once, once an hour too early): each converted once',
    ]);
    await expectAuditZero(world);
    await shop.end('SIGTERM');
  });
});

async function balanceOf(userId: string): Promise<number> {
  const { rows } = await world.owner.query<{ balance: number }>(
    'select balance::int as balance from ledger_accounts where owner_id = $1',
    [userId],
  );
  return rows[0]!.balance;
}
