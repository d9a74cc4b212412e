// Tests what the shop earned, to the cent, after purchases, returns, sales back and corrections, and that it equals the
// ledger.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as marginRows from '#contract/margin.ts';
import type { listIntakeCosts } from '#contract/stock-costs-admin.ts';
import { MARGIN_GROUPS } from '#domain/margin-group.ts';
import { inTransaction, statement } from '#engine/database.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { buyToDispute, decided } from '../../testing/disputes.ts';
import { begunPayment, confirm, postAll } from '../../testing/payments.ts';
import { singlesOnSale } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';
import { compareBooks } from '../card-payments/compare-books.ts';
import { countViolations } from '../admin/run-audit.ts';
import { sumMovements } from '../jobs/sum-movements.ts';
import { sumMarginsOnce } from './margin-queries.ts';
import { sumMargins, valueStock } from './sum-margins.ts';

type Margin = z.input<typeof marginRows.showMargin.reply>;
type Total = Margin['total'];
type Worth = z.input<typeof marginRows.showWorth.reply>;
type Costs = z.input<typeof listIntakeCosts.reply>;

/** The shop's clock is two minutes behind, because the jobs sum only movements that are older than a minute. */
const shop = useTestApp({ CLOCK_OFFSET_MS: '-120000' }, { cards: true });
let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

async function addUp(): Promise<void> {
  await sumMovements(shop.context);
  await sumMargins(shop.context);
}

async function margin(query = ''): Promise<Margin> {
  const { status, body } = await shop.call<Margin>('GET', `/admin/margin${query}`, { as: admin });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Runs the jobs that sum, and returns the parts of one pack type's margin that are not zero. */
async function partsOf(packTypeId: string): Promise<Partial<Total>> {
  await addUp();
  const { rows } = await margin();
  const row = rows.find(({ key }) => key === packTypeId);
  const { key: _key, name: _name, line: _line, leftBeforeUnknown: _before, ...parts } = row ?? {};
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== 0));
}

const stock = (packs: number, price = 1000) =>
  stockPackType(shop.context, { packs, price, purchaseLimit: null });

const CARDS = ['1', '2', '3'].map((number) => ({ set: 'tst', number }));
let made = 0;

/** Takes in a pack from a named supplier. `cost`: what it cost, if that is known. */
async function takeIn(packTypeId: string, cost?: object): Promise<void> {
  made += 1;
  const { status, body } = await shop.call('POST', '/admin/stock/intake', {
    as: admin,
    body: {
      packs: [
        {
          packTypeId,
          serial: `M-${made}`,
          certificationNumber: `MC-${made}`,
          cards: CARDS,
          supplier: 'Acme',
          ...(cost && { cost }),
        },
      ],
    },
  });
  expect([status, body.error]).toEqual([200, undefined]);
}

type Opened = {
  packOpenings: { id: string; cards: { id: string; sellPrice: number; name: string }[] }[];
};

async function buy(as: SignedIn, packId: string, quantity: number, more: object = {}) {
  const { status, body } = await shop.call<Opened>('POST', '/payments/purchase-with-balance', {
    as,
    body: { packs: [{ packId, quantity }], paymentMethod: 'balance', ...more },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.packOpenings;
}

async function payByCard(as: SignedIn, packId: string, quantity: number): Promise<string> {
  const intent = await begunPayment(shop, as, packId, { quantity });
  expect((await confirm(shop, intent)).status).toBe(200);
  await postAll(shop);
  return intent.paymentIntentId;
}

const recordCosts = (body: object) => shop.call('POST', '/admin/stock/costs', { as: admin, body });

async function costsOf(packTypeId: string): Promise<Costs> {
  const { body } = await shop.call<Costs>('GET', `/admin/stock/costs?packTypeId=${packTypeId}`, {
    as: admin,
  });
  return body.data;
}

describe('a pack type', () => {
  test('earned what it sold for, less discounts, cost, and what was paid for its cards', async () => {
    const type = await stock(0);
    for (const amount of [3.2, 3.21, 3.21])
      await takeIn(type, { amount, tax: 0.16, invoice: 'R-1' });
    await shop.call('POST', '/admin/discount-codes', {
      as: admin,
      body: { code: 'MARGIN', amountOff: 1 },
    });
    const buyer = await shop.signUp(100);
    const [opened] = await buy(buyer, type, 3, { discountCode: 'MARGIN' });
    const dearest = opened!.cards.toSorted((a, b) => b.sellPrice - a.sellPrice)[0]!;
    await shop.call('POST', '/cards/sell', {
      as: buyer,
      body: { cardId: dearest.id, packOpeningId: opened!.id },
    });
    expect(await partsOf(type)).toEqual({
      packs: 3,
      sold: 30,
      discounts: -1,
      boughtBack: -dearest.sellPrice,
      packCost: -9.62,
      left: Number((30 - 1 - 9.62 - dearest.sellPrice).toFixed(2)),
    });
  });

  test('has an unknown rest while the cost of a pack is unknown, until somebody records it', async () => {
    const type = await stock(2);
    await buy(await shop.signUp(100), type, 2);
    expect(await partsOf(type)).toEqual({ packs: 2, sold: 20, packsWithoutCost: 2, left: null });
    const [intake] = (await costsOf(type)).intakes;
    expect(intake).toMatchObject({ packs: 2, cost: null, tax: null, invoice: null });
    const { receivedOn } = intake!;
    const asked = { packTypeId: type, receivedOn, listedInvoice: null, isKnown: false, packs: 2 };
    const recorded = await recordCosts({
      ...asked,
      per: 'all',
      amount: 6.01,
      tax: 0.3,
      invoice: 'R-2',
    });
    expect(recorded.body.data).toEqual({ packs: 2, cost: 6.01, tax: 0.3 });
    expect(await partsOf(type)).toEqual({ packs: 2, sold: 20, packCost: -6.01, left: 13.99 });

    const again = { ...asked, listedInvoice: 'R-2', isKnown: true, per: 'pack', amount: 4 };
    expect((await recordCosts({ ...again, packs: 3 })).body.error.code).toBe('CHANGED_MEANWHILE');
    expect((await recordCosts({ ...again, listedInvoice: 'R-3' })).body.error.code).toBe(
      'NOT_FOUND',
    );
    await recordCosts({ ...again, supplier: 'Other' });
    expect(await partsOf(type)).toEqual({ packs: 2, sold: 20, packCost: -8, left: 12 });
    expect((await costsOf(type)).intakes).toEqual([
      { receivedOn, packs: 2, cost: 8, tax: 0, invoice: null, suppliers: ['Other'] },
    ]);
    const { rows } = await shop.owner.query<{ before: unknown; after: unknown }>(
      `select before, after from audit_log where action = 'record_costs' and subject_id = $1 order by id desc limit 1`,
      [type],
    );
    expect(rows[0]).toMatchObject({
      before: { cost: 6.01, tax: 0.3, invoice: 'R-2' },
      after: { cost: 8, packs: 2, supplier: 'Other' },
    });
  });

  test('bears the provider’s fees of its payments, and gets the cost of a returned pack back', async () => {
    const type = await stock(0);
    for (const amount of [4, 5]) await takeIn(type, { amount });
    const buyer = await shop.signUp();
    await payByCard(buyer, type, 2);
    await compareBooks(shop.context, undefined, 0);
    const paid = await partsOf(type);
    expect(paid).toMatchObject({ packs: 2, sold: 20, fees: 0.5, packCost: -9 });
    expect(paid.providerFees).toBeLessThan(0);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select o.id from orders o join order_lines l on l.order_id = o.id where l.pack_type_id = $1`,
      [type],
    );
    const refund = await shop.call('POST', `/admin/orders/${rows[0]!.id}/refund`, {
      as: admin,
      body: { reason: 'Asked for', packs: [{ packTypeId: type, quantity: 1, unopened: 2 }] },
    });
    expect(refund.status).toBe(200);
    await postAll(shop);
    const after = await partsOf(type);
    expect(after).toMatchObject({ packs: 1, sold: 20, refunds: -10 });
    expect([-4, -5]).toContain(after.packCost);
  });

  test('loses the sale and keeps the pack when a bank takes the money back', async () => {
    const type = await stock(0);
    await takeIn(type, { amount: 4 });
    const intent = await buyToDispute(shop, await shop.signUp(), type);
    await postAll(shop);
    await decided(shop, intent, 'lose');
    const parts = await partsOf(type);
    expect(parts).toMatchObject({ sold: 10, refunds: -10 });
    expect([parts.packs, parts.packCost]).toEqual([undefined, undefined]);
  });
});

describe('a single', () => {
  test('costs the singles what was paid for it, which its pack type gets back', async () => {
    const [single] = await singlesOnSale(shop, 1, { price: 900 });
    const { rows } = await shop.owner.query<{ type: string; paid: number }>(
      `select p.pack_type_id as type, h.paid::int from house_cards h join places p on p.pack_id = h.pack_id where h.id = $1`,
      [single!.id],
    );
    const { type, paid } = rows[0]!;
    const before = await singles();
    expect(await partsOf(type)).toMatchObject({ boughtBack: -paid / 100 });
    const buyer = await shop.signUp(100);
    const bought = await shop.call('POST', '/payments/purchase-with-balance', {
      as: buyer,
      body: { packs: [], singles: [single!.id], paymentMethod: 'balance' },
    });
    expect([bought.status, bought.body.error]).toEqual([200, undefined]);
    expect(await partsOf(type)).toMatchObject({ boughtBack: -paid / 100, recovered: paid / 100 });
    const after = await singles();
    expect(after.singles - before.singles).toBe(1);
    expect(after.sold - before.sold).toBeCloseTo(9);
    expect(after.singleCost - before.singleCost).toBeCloseTo(-paid / 100);

    const { rows: cards } = await shop.owner.query<{ id: string }>(
      'select id from physical_cards where bought_as_id = $1',
      [single!.id],
    );
    const back = await shop.call('POST', `/cards/${cards[0]!.id}/return`, { as: buyer, body: {} });
    expect([back.status, back.body.error]).toEqual([200, undefined]);
    expect(await partsOf(type)).not.toHaveProperty('recovered');
    const undone = await singles();
    expect(undone.singles).toBe(before.singles);
    expect(undone.refunds - before.refunds).toBeCloseTo(-9);
    expect(undone.singleCost).toBeCloseTo(before.singleCost);
  });

  async function singles(): Promise<Total> {
    await addUp();
    const { rows, total } = await margin();
    const none = Object.fromEntries(Object.keys(total).map((name) => [name, 0]));
    return rows.find(({ line }) => line === 'singles') ?? (none as Total);
  }
});

describe('the page of margins', () => {
  test('adds up to the same total by type, drop, month and game, and as the ledger says', async () => {
    await addUp();
    const found = await Promise.all(MARGIN_GROUPS.map((by) => margin(`?by=${by}`)));
    for (const { rows, total } of found) {
      expect(total).toEqual(found[0]!.total);
      for (const name of Object.keys(total) as (keyof Total)[]) {
        if (name === 'left') continue;
        const sum = rows.reduce((cents, row) => cents + Math.round(row[name]! * 100), 0);
        expect([name, sum]).toEqual([name, Math.round(total[name]! * 100)]);
      }
    }
    const { rows } = await shop.owner.query<{ sales: number; buyback: number }>(
      `select sum(case when credit_account_id = 'house:sales' then amount when debit_account_id = 'house:sales' then -amount else 0 end)::int as sales,
         sum(case when debit_account_id = 'house:buyback' then amount else 0 end)::int as buyback from transfers`,
    );
    const { total } = found[0]!;
    expect(total.sold + total.discounts + total.refunds).toBeCloseTo(rows[0]!.sales / 100);
    expect(total.boughtBack + total.converted).toBeCloseTo(-rows[0]!.buyback / 100);
    expect(found[0]!.countedUntil).not.toBeNull();
  });

  test('is added up by day as well, for the last whole week beside the week before', async () => {
    await addUp();
    const { rows: differing } = await shop.owner.query(
      `select figure from (select figure, amount from margin_sums union all select figure, -amount from margin_days) s
       group by figure having sum(amount) <> 0`,
    );
    expect(differing).toEqual([]);
    const { total } = await margin();
    const later = (days: number) =>
      shop.owner.query(`update margin_days set day = day + $1::int`, [days]);
    const person = await shop.signUp();
    await shop.owner.query(
      `update users set created_at = created_at - interval '8 days' where id = $1`,
      [person.userId],
    );
    const weeks = async () =>
      (
        await shop.call<z.input<typeof marginRows.compareWeeks.reply>>(
          'GET',
          '/admin/margin/weeks',
          { as: admin },
        )
      ).body.data;
    // Today's sales are not in the last week, which has only whole days.
    expect((await weeks()).last.sales).toBe(0);
    await later(-1);
    const { last, before } = await weeks();
    await later(1);
    expect([last.sales, last.returns]).toEqual([
      expect.closeTo(total.sold + total.discounts + total.soldElsewhere),
      expect.closeTo(-total.refunds),
    ]);
    expect([last.left, last.leftBeforeUnknown]).toEqual([total.left, total.leftBeforeUnknown]);
    expect([last.newPeople, before.newPeople, before.sales]).toEqual([0, 1, 0]);
  });

  test('counts nothing twice, however often it is added up', async () => {
    await addUp();
    const before = await margin();
    await addUp();
    expect({ ...(await margin()), countedUntil: null }).toEqual({ ...before, countedUntil: null });
  });

  test('is the same if everything is added up again from the beginning, a few journals at a time', async () => {
    await addUp();
    const before = await margin('?by=drop');
    const days = async () =>
      (
        await shop.owner.query(
          'select * from margin_days where amount <> 0 order by pack_type_id, figure, line, day',
        )
      ).rows;
    const daysBefore = await days();
    await shop.owner.query(
      `begin; delete from margin_sums; delete from margin_days; update margin_until set until = '-infinity'; commit`,
    );
    for (let isBehind = true; isBehind;) {
      const summed = await inTransaction(shop.context.db, (db) => sumMarginsOnce(db, 2));
      isBehind = summed.is_behind;
    }
    expect({ ...(await margin('?by=drop')), countedUntil: null }).toEqual({
      ...before,
      countedUntil: null,
    });
    // So an upgrade also fills the days from before the upgrade.
    expect(await days()).toEqual(daysBefore);
  });

  test('is exported as CSV, with what is unknown in words', async () => {
    const { status, headers, body } = await shop.call<string>('GET', '/admin/margin.csv', {
      as: admin,
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    const [heads, ...lines] = (body as unknown as { data: string }).data.trim().split('\r\n');
    expect(heads).toMatch(/^from,to,type,name,packs,singles,sold,/);
    expect(lines.at(-1)).toMatch(/^\d{4}-\d{2},\d{4}-\d{2},,Total,/);
    expect(lines.some((line) => line.includes(',unknown,'))).toBe(true);
  });

  test('covers the months that were asked for', async () => {
    const found = await margin('?from=2020-01&to=2020-02');
    expect([found.from, found.to, found.rows]).toEqual(['2020-01', '2020-02', []]);
    for (const query of ['?from=2026-02&to=2026-01', '?from=2000-01&to=2026-01', '?from=2026-13']) {
      const { status } = await shop.call('GET', `/admin/margin${query}`, { as: admin });
      expect([query, status]).toEqual([query, 400]);
    }
  });

  test.each([
    ['margin_agrees_with_ledger', 'sold'],
    ['margin_has_the_cost_of_what_is_sold', 'pack_cost'],
  ])('breaks the promise %s if a sum of %s is changed', async (invariant, figure) => {
    await addUp();
    const change = (by: number) =>
      shop.owner.query(
        `update margin_sums set amount = amount + $1 where (month, line, game, pack_type_id, figure) is not distinct from (
           select (month, line, game, pack_type_id, figure) from margin_sums where figure = $2 limit 1)`,
        [by, figure],
      );
    await change(1);
    const counts = await countViolations(shop.context);
    await change(-1);
    expect(counts.filter(({ violations }) => violations > 0)).toEqual([
      { invariant, violations: 1 },
    ]);
  });
});

describe('what the shop owes and has', () => {
  async function worth(): Promise<Worth> {
    await valueStock(shop.context);
    const { body } = await shop.call<Worth>('GET', '/admin/margin/worth', { as: admin });
    return body.data;
  }

  test('is valued at cost and at market, and unknown costs are no zeros', async () => {
    const type = await stock(1, 500);
    await takeIn(type, { amount: 6 });
    const before = await worth();
    expect(before.stock.find(({ packTypeId }) => packTypeId === type)).toMatchObject({
      line: 'packs',
      pieces: 2,
      withoutCost: 1,
      cost: 6,
      market: null,
    });
    const buyer = await shop.signUp(100);
    const [opened] = await buy(buyer, type, 1);
    const value = opened!.cards.reduce(
      (cents, card) => cents + Math.round(card.sellPrice * 100),
      0,
    );
    const after = await worth();
    expect(after.owed!.sellableCards - before.owed!.sellableCards).toBe(3);
    expect(after.owed!.sellableValue - before.owed!.sellableValue).toBeCloseTo(value / 100);
    const { rows } = await shop.owner.query<{ balance: number; bought: number }>(
      'select sum(balance)::int as balance, sum(bought)::int as bought from ledger_accounts where owner_id is not null',
    );
    expect(after.owed!.creditsBought).toBeCloseTo(rows[0]!.bought / 100);
    expect(after.owed!.creditsEarned).toBeCloseTo((rows[0]!.balance - rows[0]!.bought) / 100);
  });

  test('warns of a price below what packs cost, on the page and beside the type', async () => {
    const type = await stock(0, 500);
    await takeIn(type, { amount: 5 });
    expect((await worth()).warnings.map(({ packTypeId }) => packTypeId)).not.toContain(type);
    await takeIn(type, { amount: 6 });
    expect((await worth()).warnings).toContainEqual(
      expect.objectContaining({
        packTypeId: type,
        price: 5,
        cost: 5.5,
        warnings: ['below_cost'],
      }),
    );
    expect((await costsOf(type)).inStock).toEqual({
      packs: 2,
      withoutCost: 0,
      cost: 5.5,
      returned: null,
    });
  });
});

test('what a pack cost changes only by an operator, with an entry in the audit log', async () => {
  const type = await stock(0);
  await takeIn(type, { amount: 5 });
  const change = (sql: string) =>
    inTransaction(shop.context.db, (db) => statement(db, sql, [type], { writes: true }));
  const ofType = 'pack_id in (select id from physical_packs where pack_type_id = $1)';
  await expect(change(`update pack_costs set cost = 1 where ${ofType}`)).rejects.toThrow(
    /is corrected by an operator/,
  );
  await expect(change(`delete from pack_costs where ${ofType}`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    change(
      `insert into margin_due (pack_id, figure, amount) select id, 'pack_cost', 1 from physical_packs where pack_type_id = $1`,
    ),
  ).rejects.toThrow(/permission denied/);
});
