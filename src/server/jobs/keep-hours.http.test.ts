// What the overview reads of hours that are over was added up before; it is right whenever what it adds up comes in.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as adminRows from '#contract/admin.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { acceptJournals } from '../../testing/give-credits.ts';
import { stockPackType } from '../../testing/stock.ts';
import { countViolations } from '../admin/run-audit.ts';
import { keepHours } from './keep-hours.ts';

type Overview = z.input<typeof adminRows.showOverview.reply>;

const shop = useTestApp();
let admin: SignedIn;
let buyer: SignedIn;
/** When a pack was bought, when it was opened, and when another one was bought and opened. Taken once: a day may end meanwhile. */
let boughtAt: Date;
let openedAt: Date;
let boughtAgainAt: Date;

/** A shop with a purchase, an opening and a gift on the days before yesterday, and a purchase of now. */
beforeAll(async () => {
  [admin, buyer] = [await shop.signUp(), await shop.signUp(100)];
  await shop.owner.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
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

const dayOf = (when: Date) => when.toISOString().slice(0, 10);

async function buy(packId: string): Promise<void> {
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(status).toBe(200);
}

/** Only with the days on which something moved: the others are another week's once a day has ended. */
async function overview(): Promise<Overview> {
  const { body } = await shop.call<Overview>('GET', '/admin/overview?days=7', { as: admin });
  const { series, ...totals } = body.data;
  expect(series).toHaveLength(7);
  return {
    ...totals,
    series: series.filter(({ date: _date, ...moved }) => Object.values(moved).some(Boolean)),
  };
}

/** What was sold back on the day of the first purchase. */
const soldBackThen = ({ series }: Overview) =>
  series.find(({ date }) => date === dayOf(boughtAt))!.soldBack;

/** Keeps what is over. Other tests write to the same server, and who writes is waited for. */
async function keep(): Promise<void> {
  const isBehind = async () => {
    await keepHours(shop.context);
    const { rows } = await shop.owner.query<{ behind: boolean }>(
      `select bool_or(is_late) or max(hour) + interval '1 hour' < date_trunc('hour', now() - interval '10 minutes', 'UTC')
         or count(*) = 0 as behind from kept_hours`,
    );
    return rows[0]!.behind;
  };
  await expect.poll(isBehind).toBe(false);
}

/** A card that was sold for CAD 2.00 when the first pack was bought, written down now, in a transaction that waits for `meanwhile`. */
async function sellLate(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const id = randomUUID();
  const client = await shop.owner.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into journals (id, kind, reference_id, user_id, description) values ($1, 'card_sale', $1, $2, 'Late')`,
      [id, buyer.userId],
    );
    await client.query(
      `insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, created_at)
       values ($1, 1, 'house:buyback', $2, 200, $3)`,
      [id, buyer.userId, boughtAt],
    );
    await meanwhile();
    await client.query('commit');
  } finally {
    client.release();
  }
  await acceptJournals(shop.owner, [id]);
}

/** Those from the first purchase on. */
const forgetHours = () =>
  shop.owner.query(
    `delete from kept_hours where hour >= date_trunc('hour', $1::timestamptz, 'UTC')`,
    [boughtAt],
  );

const hoursKept = async () =>
  (await shop.owner.query<{ hours: number }>('select count(*)::int as hours from kept_hours'))
    .rows[0]!.hours;

/** The audit knows no card that was sold late, but its sums have to agree. */
async function expectSumsAsTheLedger(): Promise<void> {
  const broken = (await countViolations(shop.context)).filter(({ violations }) => violations > 0);
  expect(broken.map(({ invariant }) => invariant)).not.toContain(
    'kept_hours_are_as_the_ledger_says',
  );
}

test('the overview says the same of hours that were kept and of hours that were not', async () => {
  const before = await overview();
  expect(before.series.map(({ date, sales, openings }) => [date, sales, openings])).toEqual([
    [dayOf(boughtAt), 10, 0],
    [dayOf(openedAt), 0, 1],
    [dayOf(boughtAgainAt), 10, 1],
  ]);
  await keep();
  expect(await hoursKept()).toBeGreaterThanOrEqual(71);
  expect(await overview()).toEqual(before);
  await expectSumsAsTheLedger();
});

test('what is written down late is in the overview at once, and after its hour was kept again', async () => {
  await keep();
  const before = await overview();
  await sellLate();
  const after = await overview();
  expect(soldBackThen(after) - soldBackThen(before)).toBe(2);
  expect(after.creditsHeld - before.creditsHeld).toBeCloseTo(2);
  await expectSumsAsTheLedger();
  await keep();
  expect(await overview()).toEqual(after);
  await expectSumsAsTheLedger();
});

test('nothing is kept while somebody writes something late', async () => {
  await keep();
  const before = await overview();
  await forgetHours();
  await sellLate(async () => {
    expect(await keepHours(shop.context)).toEqual({ done: 0, failed: 0 });
    expect(await overview()).toEqual(before);
  });
  await keep();
  expect(soldBackThen(await overview()) - soldBackThen(before)).toBe(2);
  await expectSumsAsTheLedger();
});

test('nothing is kept while somebody writes who began before', async () => {
  await forgetHours();
  const client = await shop.owner.connect();
  try {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    expect(await keepHours(shop.context)).toEqual({ done: 0, failed: 0 });
  } finally {
    await client.query('rollback');
    client.release();
  }
  await keep();
  expect(await hoursKept()).toBeGreaterThanOrEqual(71);
});

test('hours are kept while others write one after the other', async () => {
  await forgetHours();
  let isOver = false;
  const write = async () => {
    const client = await shop.owner.connect();
    while (!isOver)
      await client.query('begin; select pg_current_xact_id(); select pg_sleep(0.02); commit');
    client.release();
  };
  const writing = [write(), write()];
  await keep();
  isOver = true;
  await Promise.all(writing);
  expect(await hoursKept()).toBeGreaterThanOrEqual(71);
});

test('a sum that is not what the ledger says is found by the audit', async () => {
  await keep();
  const change = (by: number) =>
    shop.owner.query(
      `update kept_hours set sales = sales + $1 where hour = (select min(hour) from kept_hours)`,
      [by],
    );
  await change(1);
  const counts = await countViolations(shop.context);
  await change(-1);
  expect(counts.filter(({ violations }) => violations > 0)).toContainEqual({
    invariant: 'kept_hours_are_as_the_ledger_says',
    violations: 1,
  });
});
