// Tests the overview's numbers, which come from precomputed sums and the latest movements. They must be right no matter
// when movements are written.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as adminRows from '#contract/admin.ts';
import { dayOf } from '#domain/day.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { acceptJournals } from '../../testing/give-credits.ts';
import { stockPackType } from '../../testing/stock.ts';
import { countViolations } from '../admin/run-audit.ts';
import { sumMovements } from './sum-movements.ts';

type Overview = z.input<typeof adminRows.showOverview.reply>;

const shop = useTestApp();
let admin: SignedIn;
let buyer: SignedIn;
/**
 * The times of the first purchase, of the opening of its pack, and of the second purchase. They are read once, because
 * midnight may pass during the test.
 */
let boughtAt: Date;
let openedAt: Date;
let boughtAgainAt: Date;

/** Makes a shop with a purchase, an opening and a gift before yesterday, and with a purchase today. */
beforeAll(async () => {
  [admin, buyer] = [await shop.signUp({ role: 'admin' }), await shop.signUp(100)];
  const packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
  await buy(packTypeId);
  await shop.owner.query(`begin; set local session_replication_role = replica;
    update transfers set created_at = created_at - interval '3 days';
    update openings set opened_at = opened_at - interval '2 days'; commit`);
  await buy(packTypeId);
  const { rows } = await shop.owner.query<{ sold: Date[]; opened: Date[] }>(
    `select array(select created_at from transfers where credit_account_id = 'house:sales' order by 1) as sold,
       array(select opened_at from openings order by 1) as opened`,
  );
  [boughtAt, boughtAgainAt] = rows[0]!.sold as [Date, Date];
  [openedAt] = rows[0]!.opened as [Date];
});

async function buy(packId: string): Promise<void> {
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(status).toBe(200);
}

/**
 * Reads the overview. Only days with movements are returned, because after midnight the other days belong to another
 * week.
 */
async function overview(): Promise<Overview> {
  const { body } = await shop.call<Overview>('GET', '/admin/overview?days=7', { as: admin });
  const { series, ...totals } = body.data;
  expect(series).toHaveLength(7);
  return {
    ...totals,
    series: series.filter(({ date: _date, ...moved }) => Object.values(moved).some(Boolean)),
  };
}

/** The amount paid for cards that were sold back on the day of the first purchase. */
const soldBackThen = ({ series }: Overview) =>
  series.find(({ date }) => date === dayOf(boughtAt))!.soldBack;

const addUp = () => sumMovements(shop.context);

/**
 * Records the sale of `cards` cards for CAD 2.00 each, in a transaction that commits after `meanwhile`. `at`: the time
 * of the sale, by default now. `isInTime`: whether the sale is written within a minute of this time.
 */
async function sell(
  {
    cards = 1,
    at = null,
    isInTime = false,
  }: { cards?: number; at?: Date | null; isInTime?: boolean },
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  const id = randomUUID();
  const client = await shop.owner.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into journals (id, kind, reference_id, user_id, description) values ($1, 'card_sale', $1, $2, 'By hand')`,
      [id, buyer.userId],
    );
    await client.query(
      `insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, created_at)
       select $1, leg, 'house:buyback', $2, 200, coalesce($3, clock_timestamp()) from generate_series(1, $4::int) leg`,
      [id, buyer.userId, at, cards],
    );
    if (isInTime) await client.query('delete from late_movements where happened_at = $1', [at]);
    await meanwhile();
    await client.query('commit');
  } finally {
    client.release();
  }
  await acceptJournals(shop.owner, [id]);
}

/**
 * Checks that the audit finds the sums right. The audit may find other violations, because these sales were recorded
 * without cards.
 */
async function expectSumsAsTheLedger(): Promise<void> {
  const broken = (await countViolations(shop.context)).filter(({ violations }) => violations > 0);
  expect(broken.map(({ invariant }) => invariant)).not.toContain('day_sums_are_as_the_ledger_says');
}

test('the overview is the same with and without summed movements', async () => {
  const before = await overview();
  expect(before.series.map(({ date, sales, openings }) => [date, sales, openings])).toEqual([
    [dayOf(boughtAt), 10, 0],
    [dayOf(openedAt), 0, 1],
    [dayOf(boughtAgainAt), 10, 1],
  ]);
  expect((await addUp()).done).toBeGreaterThanOrEqual(3);
  expect(await overview()).toEqual(before);
  await addUp();
  expect(await overview()).toEqual(before);
  await expectSumsAsTheLedger();
});

test('a movement that is written days late is in the overview at once, and is summed once', async () => {
  await addUp();
  const before = await overview();
  await sell({ at: boughtAt });
  const after = await overview();
  expect(soldBackThen(after) - soldBackThen(before)).toBe(2);
  expect(after.creditsHeld - before.creditsHeld).toBeCloseTo(2);
  await expectSumsAsTheLedger();
  expect((await addUp()).done).toBeGreaterThanOrEqual(1);
  expect(await overview()).toEqual(after);
  await addUp();
  expect(await overview()).toEqual(after);
  await expectSumsAsTheLedger();
});

test('a late movement that is still being written does not delay the others, and is in the overview once it is written', async () => {
  await addUp();
  const before = await overview();
  await sell({ at: boughtAt }, async () => {
    await addUp();
    expect(await overview()).toEqual(before);
  });
  const after = await overview();
  expect(soldBackThen(after) - soldBackThen(before)).toBe(2);
  await expectSumsAsTheLedger();
  await addUp();
  expect(await overview()).toEqual(after);
  await expectSumsAsTheLedger();
});

test('sums stop before a movement that was written in time and is not committed', async () => {
  await addUp();
  const before = await overview();
  const { rows } = await shop.owner.query<{ until: Date }>('select until from summed_until');
  const soon = new Date(rows[0]!.until.getTime() + 1);
  await sell({ at: soon, isInTime: true }, async () => {
    expect(await addUp()).toEqual({ done: 0, failed: 0 });
    expect(await shop.owner.query('select until from summed_until')).toMatchObject({ rows });
  });
  const soldBack = async () => (await overview()).soldBack - before.soldBack;
  expect(await soldBack()).toBe(2);
  expect((await addUp()).done).toBeGreaterThanOrEqual(1);
  expect(await soldBack()).toBe(2);
  await expectSumsAsTheLedger();
});

test('movements are summed during a series of writes, and during a long write elsewhere', async () => {
  const until = async () =>
    (await shop.owner.query<{ until: Date }>('select until from summed_until')).rows[0]!.until;
  const before = await until();
  let isOver = false;
  const write = async () => {
    while (!isOver) await sell({});
  };
  const client = await shop.owner.connect();
  await client.query('begin; select pg_current_xact_id(); lock table mails in row exclusive mode');
  const writing = [write(), write()];
  await expect
    .poll(async () => {
      await addUp();
      return until();
    })
    .not.toEqual(before);
  isOver = true;
  await Promise.all(writing);
  await client.query('rollback');
  client.release();
  await expectSumsAsTheLedger();
});

test('one request sums a limited number of movements, and says until when its figures are complete', async () => {
  await addUp();
  expect((await overview()).countedUntil).toBeNull();
  await sell({ cards: 2_500 });
  const { countedUntil, creditsHeld } = await overview();
  expect(countedUntil).not.toBeNull();
  const { rows } = await shop.owner.query<{ before: number; all: number }>(
    `select sum(case when created_at < $1 then change else 0 end)::int as before, sum(change)::int as all from (
       select created_at, case when credit_version is null then 0 else amount end - case when debit_version is null then 0 else amount end as change
       from transfers) moved`,
    [countedUntil],
  );
  // The wire format cuts times to milliseconds, so events in the same millisecond may or may not be
  // counted.
  expect(Math.abs(creditsHeld * 100 - rows[0]!.before)).toBeLessThan(200 * 200);
  expect(rows[0]!.all - rows[0]!.before).toBeGreaterThan(200 * 100);
  await expectSumsAsTheLedger();
});

test('the audit finds a sum that differs from the ledger', async () => {
  await addUp();
  const change = (by: number) =>
    shop.owner.query(
      `update day_sums set sales = sales + $1 where day = (select min(day) from day_sums)`,
      [by],
    );
  await change(1);
  const counts = await countViolations(shop.context);
  await change(-1);
  expect(counts.filter(({ violations }) => violations > 0)).toContainEqual({
    invariant: 'day_sums_are_as_the_ledger_says',
    violations: 1,
  });
});
