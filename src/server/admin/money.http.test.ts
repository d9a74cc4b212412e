// Tests the operators' views of orders and money over HTTP, after real purchases, openings, sales and refunds.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as adminRows from '#contract/admin.ts';
import type { listWaiting } from '#contract/admin-waiting.ts';
import type * as rows from '#contract/checkout-admin.ts';
import { COUNTED_MOST } from '#contract/paging.ts';
import type * as walletAdmin from '#contract/wallet-admin.ts';
import type * as wallet from '#contract/wallet.ts';
import { dayOf } from '#domain/day.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Waiting = z.input<typeof listWaiting.reply>;
type Overview = z.input<typeof adminRows.showOverview.reply>;
type Orders = z.input<typeof rows.listOrders.reply>;
type Order = z.input<typeof rows.showOrder.reply>;
type Codes = z.input<typeof rows.listDiscountCodes.reply>;
type Code = z.input<typeof rows.createDiscountCode.reply>;
type Booked = z.input<typeof walletAdmin.listAllTransactions.reply>;
type Ledger = z.input<typeof walletAdmin.showUserLedger.reply>;
type TopUp = z.input<typeof wallet.buyCredits.reply>;

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;
let moderator: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  moderator = await shop.signUp({ role: 'moderator' });
});

const read = async <Data>(path: string, as = moderator): Promise<Data> => {
  const { status, body } = await shop.call<Data>('GET', path, { as });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};

/** The current day. Tests also note the day before they act, because midnight may pass during the test. */
const today = () => dayOf(new Date());
const waits = async (kind: string) =>
  (await read<Waiting>('/admin/waiting')).waiting.find((one) => one.kind === kind);
const overview = (days = 7) => read<Overview>(`/admin/overview?days=${days}`);
const ordersOf = async (query: string) => (await read<Orders>(`/admin/orders?${query}`)).orders;

async function payWithCredits(buyer: SignedIn, packId: string, more: object = {}): Promise<void> {
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance', ...more },
  });
  expect(status).toBe(200);
}

/**
 * Pays by card for two packs of CAD 10.00. The packs cost 20.00, the taxes 1.60 and the card fee 0.50. Returns the ids
 * of the order, its packs and its intent.
 */
async function payByCard(buyer: SignedIn, packId: string, more: { discountCode?: string } = {}) {
  const intent = await begunPayment(shop, buyer, packId, { quantity: 2, ...more });
  await confirm(shop, intent);
  const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
  await postAll(shop);
  const [order] = await ordersOf(`search=${intent.paymentIntentId}`);
  return { id: order!.id, packIds, intentId: intent.paymentIntentId };
}

/** Sells the owner's first card back, and returns the amount that the shop paid for it. */
async function sellFirstCard(owner: SignedIn): Promise<number> {
  const { body: mine } = await shop.call<{
    cards: { card: { id: string }; sellPrice: number; packOpeningId: string }[];
  }>('GET', '/cards/my', { as: owner });
  const { card, sellPrice, packOpeningId } = mine.data.cards[0]!;
  const { status } = await shop.call('POST', '/cards/sell', {
    as: owner,
    key: randomUUID(),
    body: { cardId: card.id, packOpeningId },
  });
  expect(status).toBe(200);
  return sellPrice;
}

const cents = (amount: number) => Math.round(amount * 100);

describe('the overview', () => {
  test('agrees with the ledger after purchases, openings, a sale, a top-up and a refund', async () => {
    const before = await overview();
    const packTypeId = await stockPackType(shop.context, { packs: 6, purchaseLimit: null });
    const stocked = await overview();
    expect(stocked.packsInStock - before.packsInStock).toBe(6);
    expect(stocked.packsWaiting).toBe(before.packsWaiting);

    const buyer = await shop.signUp(50);
    await payWithCredits(buyer, packTypeId);
    const { id, packIds } = await payByCard(buyer, packTypeId);
    expect(packIds).toHaveLength(2);
    const sold = await sellFirstCard(buyer);
    const topUp = await shop.call<TopUp>('POST', '/transactions/credits', {
      as: buyer,
      body: { amount: 20, paymentMethod: 'stripe' },
    });
    expect(await waits('unconfirmed_payments')).toMatchObject({
      count: 1,
      amount: topUp.body.data.total,
    });
    await confirm(shop, topUp.body.data);
    await postAll(shop);
    const order = await read<Order>(`/admin/orders/${id}`);
    const refunded = await shop.call('POST', `/transactions/${order.transactionId}/refund`, {
      as: admin,
      body: { reason: 'Sent by mistake' },
    });
    expect(refunded.status).toBe(200);

    const after = await overview();
    const grown = (name: 'sales' | 'refunded' | 'topUps' | 'soldBack' | 'creditsHeld') =>
      (cents(after[name]) - cents(before[name])) / 100;
    // Three packs of 10.00 were sold, and two of them were refunded.
    expect(grown('sales')).toBe(10);
    expect(grown('refunded')).toBe(20);
    expect(grown('topUps')).toBe(20);
    expect(grown('soldBack')).toBe(sold);
    // The buyer began with 50.00, paid 10.80 for a pack, and received the price of the sold card and the top-up.
    expect(cents(grown('creditsHeld'))).toBe(5000 - 1080 + cents(sold) + 2000);
    expect(after.openings - before.openings).toBe(1);
    expect(await waits('unconfirmed_payments')).toBeUndefined();
    expect(await waits('refunds_on_their_way')).toBeUndefined();
    expect(after.packsInStock - before.packsInStock).toBe(5);

    const { rows: ledger } = await shop.owner.query<{ sales: number; held: number }>(
      `select (select sum(case credit_account_id when 'house:sales' then amount else -amount end)::int from transfers
          where 'house:sales' in (credit_account_id, debit_account_id)) as sales,
        (select sum(case when credit_version is not null then amount else -amount end)::int from transfers
          where credit_version is not null or debit_version is not null) as held`,
    );
    expect([cents(after.sales), cents(after.creditsHeld)]).toEqual([
      ledger[0]!.sales,
      ledger[0]!.held,
    ]);
  });

  test.each([7, 30, 90])('has a row for each of %i days, and they add up', async (days) => {
    const begunOn = today();
    const shown = await overview(days);
    expect(shown.series).toHaveLength(days);
    expect([begunOn, today()]).toContain(shown.series.at(-1)!.date);
    const total = shown.series.reduce((all, day) => all + cents(day.sales), 0);
    expect(total).toBe(cents(shown.sales));
  });

  test('refuses other periods', async () => {
    const { status } = await shop.call('GET', '/admin/overview?days=8', { as: moderator });
    expect(status).toBe(400);
  });

  test('counts the cards of waiting shipments, and says the age of prices', async () => {
    const run = `insert into price_runs (id, source, started_at, finished_at, error) values (gen_random_uuid(), 'test', $1, $1, $2)`;
    await shop.owner.query(run, ['2026-11-02T21:00:00Z', null]);
    await shop.owner.query(run, ['2026-11-03T21:00:00Z', 'It broke']);
    const shown = await overview();
    expect(shown.pricesAt).toBe('2026-11-02T21:00:00.000Z');
    expect(shown.cardsToShip).toBe(0);
  });
});

describe('the orders', () => {
  test('are found by id, payment, buyer and code, by payment method and by state', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 8, purchaseLimit: null });
    const name = `OFF-${randomUUID().slice(0, 6)}`.toUpperCase();
    await createCode({ code: name, percent: 10 });
    const buyer = await shop.signUp(50);
    const buyerEmail = encodeURIComponent(buyer.email);
    await payWithCredits(buyer, packTypeId, { discountCode: name.toLowerCase() });
    const paid = await payByCard(buyer, packTypeId);
    const open = await beginPayment(shop, buyer, packTypeId);
    expect(open.status).toBe(200);

    const all = await ordersOf(`search=${buyerEmail}`);
    expect(all.map((one) => [one.state, one.paymentMethod, one.packs, one.total])).toEqual([
      ['open', 'stripe', 1, 11.3],
      ['paid', 'stripe', 2, 22.1],
      ['paid', 'balance', 1, 9.72],
    ]);
    expect(all[0]!.user).toEqual({ id: buyer.userId, email: buyer.email });
    const ids = async (query: string) => (await ordersOf(query)).map((one) => one.id);
    expect(await ids(`search=${paid.id}`)).toEqual([paid.id]);
    expect(await ids(`search=${paid.intentId}`)).toEqual([paid.id]);
    expect(await ids(`search=${name.toLowerCase()}`)).toEqual([all[2]!.id]);
    expect(await ids(`search=${buyer.email.slice(0, 20).toUpperCase()}`)).toHaveLength(3);
    // The characters `_` and `%` of the search text match only themselves.
    expect(await ids(`search=${encodeURIComponent(buyer.email.replace('-', '_'))}`)).toEqual([]);
    expect(await ids('search=%25')).toEqual([]);
    expect(await ids(`search=${buyerEmail}&method=balance`)).toEqual([all[2]!.id]);
    expect(await ids(`search=${buyerEmail}&state=open`)).toEqual([all[0]!.id]);
    expect(await ids(`search=${buyerEmail}&state=paid`)).toEqual([paid.id, all[2]!.id]);
    expect(await ids(`search=${buyerEmail}&state=refunded`)).toEqual([]);
    expect(await ids(`search=${buyerEmail}&to=2020-01-01`)).toEqual([]);
    expect(await ids(`search=${buyerEmail}&from=2020-01-01`)).toHaveLength(3);
    expect(await ids('method=stripe&state=canceled&from=2020-01-01')).toEqual([]);
    const page = await read<Orders>(`/admin/orders?search=${buyerEmail}&limit=1&page=2`);
    expect(page.orders.map((one) => one.id)).toEqual([paid.id]);
    expect(page.pagination).toMatchObject({ total: 3, totalPages: 3, hasNext: true });

    // A purchase of a different cart ends the previous payment.
    const other = await stockPackType(shop.context, { packs: 1 });
    expect((await beginPayment(shop, buyer, other)).status).toBe(200);
    expect(await ids(`search=${buyerEmail}&state=canceled`)).toEqual([all[0]!.id]);

    await shop.owner.query(`update users set email = 'zoë.' || email where id = $1`, [
      buyer.userId,
    ]);
    for (const typed of ['zoe.', 'ZOË.', 'zoé.']) {
      expect(await ids(`search=${encodeURIComponent(typed)}`)).toHaveLength(4);
    }
  });

  test('show their lines, their payment with the provider’s data, and their refund', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: 2 });
    const buyer = await shop.signUp();
    const { id, packIds, intentId } = await payByCard(buyer, packTypeId);
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
    const order = await read<Order>(`/admin/orders/${id}`);
    expect(order).toMatchObject({
      state: 'paid',
      subtotal: 20,
      discount: 0,
      tax: 1.6,
      processingFee: 0.5,
      total: 22.1,
      unopened: 1,
      refunds: [],
      isRefundable: true,
      lines: [{ packTypeId, quantity: 2, unitPrice: 10, refunded: 0 }],
      payment: { state: 'succeeded', amount: 22.1, intentId },
    });
    expect(order.payment!.events.map((event) => event.type)).toContain('payment_intent.succeeded');
    expect(order.payment!.events.every((event) => event.handledAt !== null)).toBe(true);

    await shop.call('POST', `/transactions/${order.transactionId}/refund`, {
      as: admin,
      body: { reason: 'Damaged pack' },
    });
    const after = await read<Order>(`/admin/orders/${id}`);
    expect(after).toMatchObject({
      state: 'refunded',
      unopened: 0,
      isRefundable: false,
      refunds: [{ amount: 10.8, reason: 'Damaged pack', paidAt: expect.any(String) }],
      lines: [{ refunded: 1 }],
    });
  });

  test('paid with credits have no card payment, and unknown ones are not found', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp(20);
    await payWithCredits(buyer, packTypeId);
    const [listed] = await ordersOf(`search=${encodeURIComponent(buyer.email)}`);
    const order = await read<Order>(`/admin/orders/${listed!.id}`);
    expect(order).toMatchObject({ payment: null, refunds: [], isRefundable: false });
    const transactions = await read<Booked>(`/admin/transactions?userId=${buyer.userId}`);
    expect(transactions.transactions[0]!.id).toBe(order.transactionId);

    const unknown = await shop.call('GET', `/admin/orders/${randomUUID()}`, { as: moderator });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('can be exported for spreadsheets, newest first, without formulas in codes', async () => {
    const begunOn = today();
    const packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    await createCode({ code: '-MINUS', amountOff: 1 });
    const buyer = await shop.signUp(50);
    await payWithCredits(buyer, packTypeId, { discountCode: '-minus' });
    await payWithCredits(buyer, packTypeId);
    const response = await shop.call<string>(
      'GET',
      `/admin/orders.csv?from=${begunOn}&to=${today()}`,
      { as: moderator },
    );
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    const lines = response.body.data.split('\r\n');
    expect(lines[0]).toMatch(/^Order,Placed,Paid,State,User,E-mail,/);
    expect(lines.at(-1)).toBe('');
    const mine = lines.filter((line) => line.includes(buyer.userId));
    expect(mine).toHaveLength(2);
    expect(mine[1]).toMatch(/,paid,.*,balance,1,10\.00,1\.00,0\.72,0\.00,9\.72,'-minus,0$/i);
    expect(mine[0]).toMatch(/,balance,1,10\.00,0\.00,0\.80,0\.00,10\.80,,0$/);

    // The file has what the list shows: its filters, its order and its columns.
    const shown = `search=${buyer.email}&state=paid&sort=total&columns=code,total`;
    const { body } = await shop.call<string>('GET', `/admin/orders.csv?${shown}`, {
      as: moderator,
    });
    expect(body.data.split('\r\n')).toEqual(['Discount code,Total', "'-minus,9.72", ',10.80', '']);
    const dearest = await read<Orders>(`/admin/orders?search=${buyer.email}&sort=-total`);
    expect(dearest.orders.map(({ total }) => total)).toEqual([10.8, 9.72]);
  });

  test.each([
    ['from=yesterday&to=2026-01-02', 'from must be a date or an ISO 8601 time'],
    ['from=2026-01-02&to=%00', 'to must be a date or an ISO 8601 time'],
  ])('can’t be exported of days that are none: %s', async (query, message) => {
    const { status, body } = await shop.call('GET', `/admin/orders.csv?${query}`, {
      as: moderator,
    });
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

const createCode = (body: object) =>
  shop.call<Code>('POST', '/admin/discount-codes', { as: admin, key: randomUUID(), body });
const changeCode = (code: string, body: object) =>
  shop.call<Code>('PATCH', `/admin/discount-codes/${code}`, { as: admin, key: randomUUID(), body });
const entriesOn = async (id: string) => {
  const { rows: entries } = await shop.owner.query<{
    action: string;
    before: object;
    after: object;
  }>(
    `select action, before, after from audit_log where subject_kind = 'discount_code' and subject_id = $1 order by id`,
    [id],
  );
  return entries;
};

describe('a discount code', () => {
  test('is created, used, limited and ended, and all of it is in the audit log', async () => {
    const made = await createCode({ code: 'spring-26', percent: 15, usesMax: 2 });
    expect(made.body.data).toMatchObject({
      code: 'SPRING-26',
      percent: 15,
      amountOff: null,
      usesMax: 2,
      uses: 0,
      expiresAt: null,
      isUsable: true,
    });
    const packTypeId = await stockPackType(shop.context, { packs: 3, purchaseLimit: null });
    const buyer = await shop.signUp(50);
    await payWithCredits(buyer, packTypeId, { discountCode: 'Spring-26' });
    const { codes } = await read<Codes>('/admin/discount-codes?search=spring', admin);
    expect(codes).toMatchObject([{ code: 'SPRING-26', uses: 1 }]);

    const more = await changeCode('spring-26', { usesMax: 1 });
    expect(more.body.data).toMatchObject({ usesMax: 1, isUsable: false });
    const ended = await changeCode('SPRING-26', { usesMax: null, endNow: true });
    expect(ended.body.data).toMatchObject({
      usesMax: null,
      expiresAt: expect.any(String),
      isUsable: false,
    });
    const refused = await shop.call('POST', '/payments/calculate-total', {
      as: buyer,
      body: { packs: [{ packId: packTypeId, quantity: 1 }], discountCode: 'SPRING-26' },
    });
    expect(refused.body.error.code).toBe('DISCOUNT_CODE_INVALID');
    const again = await changeCode('SPRING-26', { expiresAt: null });
    expect(again.body.data).toMatchObject({ expiresAt: null, isUsable: true });

    expect((await entriesOn('SPRING-26')).map(({ action, after }) => [action, after])).toEqual([
      ['create_discount_code', { percent: 15, usesMax: 2, expiresAt: null }],
      ['change_discount_code', { usesMax: 1, expiresAt: null }],
      ['change_discount_code', { usesMax: null, expiresAt: ended.body.data.expiresAt }],
      ['change_discount_code', { usesMax: null, expiresAt: null }],
    ]);
  });

  test('with an existing name is refused, and nothing is logged', async () => {
    await createCode({ code: 'ONLY-ONCE', amountOff: 5 });
    const { status, body } = await createCode({ code: 'only-once', percent: 5 });
    expect([status, body.error.code]).toEqual([409, 'DISCOUNT_CODE_EXISTS']);
    expect(await entriesOn('ONLY-ONCE')).toHaveLength(1);
  });

  test('can’t be limited below its uses, and an unknown one is not found', async () => {
    await createCode({ code: 'TWICE', amountOff: 1 });
    const packTypeId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    const buyer = await shop.signUp(50);
    await payWithCredits(buyer, packTypeId, { discountCode: 'TWICE' });
    await payWithCredits(buyer, packTypeId, { discountCode: 'TWICE' });
    const less = await changeCode('TWICE', { usesMax: 1 });
    expect([less.status, less.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    const unknown = await changeCode('NOBODY', { endNow: true });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test.each([
    [
      { code: 'BOTH', percent: 5, amountOff: 5 },
      'A code takes either a percentage or an amount off',
    ],
    [{ code: 'NEITHER' }, 'A code takes either a percentage or an amount off'],
    [{ code: 'with space', percent: 5 }, /1 to 64 letters/],
    [{ code: 'HALF', percent: 0.5 }, 'Percent must be a whole number'],
    [{ code: 'NONE', percent: 5, usesMax: 0 }, 'Uses must be at least 1'],
  ])('needs a name and one kind of discount: %j', async (body, message) => {
    const response = await createCode(body);
    expect(response.status).toBe(400);
    expect(response.body.error.message).toMatch(message);
  });
});

describe('the ledger', () => {
  test('shows everybody’s transactions, by user, type and time', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp(50);
    await payWithCredits(buyer, packTypeId);
    const types = async (query: string) =>
      (await read<Booked>(`/admin/transactions?${query}`)).transactions.map((one) => one.type);
    const mine = `userId=${buyer.userId}`;
    expect(await types(mine)).toEqual(['pack_purchase', 'bonus_credit']);
    expect(await types(`${mine}&type=bonus_credit`)).toEqual(['bonus_credit']);
    expect(await types(`${mine}&to=2020-01-01`)).toEqual([]);
    const { transactions, pagination } = await read<Booked>('/admin/transactions?limit=2');
    expect(transactions).toMatchObject([
      { userId: buyer.userId, user: { id: buyer.userId, email: buyer.email }, amount: -10.8 },
      { userId: buyer.userId, amount: 50 },
    ]);
    expect(pagination.total).toBeGreaterThan(2);
  });

  test('shows each movement of an account with the balance after it', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    const buyer = await shop.signUp(50);
    await payWithCredits(buyer, packTypeId);
    const ledger = await read<Ledger>(`/admin/users/${buyer.userId}/ledger`);
    expect(ledger).toMatchObject({ user: { email: buyer.email }, balance: 39.2 });
    expect(
      ledger.entries.map((one) => [one.version, one.otherAccount, one.amount, one.balance]),
    ).toEqual([
      [3, 'house:tax', -0.8, 39.2],
      [2, 'house:sales', -10, 40],
      [1, 'house:promotions', 50, 50],
    ]);
    const second = await read<Ledger>(`/admin/users/${buyer.userId}/ledger?limit=2&page=2`);
    expect(second.entries.map((one) => one.version)).toEqual([1]);
    expect(second.pagination).toMatchObject({ total: 3, totalPages: 2, hasNext: false });
    const beyond = await read<Ledger>(`/admin/users/${buyer.userId}/ledger?page=9`);
    expect(beyond.entries).toEqual([]);

    const unknown = await shop.call('GET', `/admin/users/${randomUUID()}/ledger`, {
      as: moderator,
    });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test('can be exported for spreadsheets, with amounts that add up and no text as a formula', async () => {
    const begunOn = today();
    const buyer = await shop.signUp();
    for (const description of ['=HYPERLINK("x")', 'Sorry, again']) {
      const { status } = await shop.call('POST', '/transactions', {
        as: admin,
        key: randomUUID(),
        body: { userId: buyer.userId, type: 'bonus_credit', amount: 2.5, description },
      });
      expect(status).toBe(200);
    }
    const response = await shop.call<string>(
      'GET',
      `/admin/transactions.csv?from=${begunOn}&to=${today()}`,
      { as: moderator },
    );
    expect(response.headers['content-disposition']).toBe('attachment; filename="transactions.csv"');
    const mine = response.body.data.split('\r\n').filter((line) => line.includes(buyer.userId));
    expect(mine[0]).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(mine[1]).toContain(',"Sorry, again",');
    expect(mine.every((line) => line.endsWith(',2.50'))).toBe(true);
  });

  test('and the orders are exported completely if they are longer than one piece, each row once', async () => {
    const buyer = await shop.signUp();
    const packTypeId = await stockPackType(shop.context, { packs: 1 });
    // All these orders have the same time, so the export must continue between orders of an equal time.
    await shop.owner.query(
      `with kept as (
         insert into reservations (id, user_id, state, created_at)
         select gen_random_uuid(), $1, 'expired', '2025-03-01' from generate_series(1, 1500) returning id, user_id
       ), placed as (
         insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, created_at)
         select id, user_id, 'balance', 100, 0, 0, 0, 100, '2025-03-01T10:00:00.123456Z' from kept returning id
       )
       insert into order_lines (order_id, pack_type_id, quantity, unit_price) select id, $2, 1, 100 from placed`,
      [buyer.userId, packTypeId],
    );
    const { body } = await shop.call<string>(
      'GET',
      '/admin/orders.csv?from=2025-03-01&to=2025-03-01',
      { as: moderator },
    );
    const rows = body.data.split('\r\n').slice(1, -1);
    expect(rows).toHaveLength(1500);
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(1500);
    // There are more orders than the count of a list may reach.
    const page = await read<Orders>('/admin/orders?to=2025-12-31&limit=1');
    expect(page.pagination.total).toBe(COUNTED_MOST);
  });
});
