import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { acceptJournals } from '../../testing/give-credits.ts';
import { untilDayHasRoom } from '../../testing/clock.ts';
import { stockPackType } from '../../testing/stock.ts';

type Transaction = z.input<typeof wallet.transaction>;
type List = z.input<typeof wallet.listTransactions.reply>;
type Receipt = z.input<typeof wallet.receipt>;
type Spending = z.input<typeof wallet.showSpending.reply>;
type Checked = z.input<typeof wallet.validateTopUp.reply>;

const shop = useTestApp();
let admin: SignedIn;
let moderator: SignedIn;
let packTypeId: string;

beforeAll(async () => {
  await untilDayHasRoom();
  admin = await shop.signUp({ role: 'admin' });
  moderator = await shop.signUp({ role: 'moderator' });
  packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  await shop.owner.query(`insert into discount_codes (code, percent) values ('TENOFF', 10)`);
});

const list = (as: SignedIn, query = '') => shop.call<List>('GET', `/transactions${query}`, { as });
const transactionsOf = async (as: SignedIn, query = '') =>
  (await list(as, query)).body.data.transactions;

type Card = { card: { id: string; name: string }; packOpeningId: string };

async function buy(buyer: SignedIn, quantity = 1, more: object = {}) {
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    body: { packs: [{ packId: packTypeId, quantity }], paymentMethod: 'balance', ...more },
  });
  expect(status).toBe(200);
}

/** Sells the caller's card with this name. */
async function sell(seller: SignedIn, name: string) {
  const { body } = await shop.call<{ cards: Card[] }>('GET', '/cards/my?status=available', {
    as: seller,
  });
  const found = body.data.cards.find(({ card }) => card.name === name)!;
  const { status } = await shop.call('POST', '/cards/sell', {
    as: seller,
    body: { cardId: found.card.id, packOpeningId: found.packOpeningId },
  });
  expect(status).toBe(200);
}

/** A user with 100 credits who bought a pack (10.80) and sold two cards (3.50, 0.70). */
async function trader(): Promise<SignedIn> {
  const user = await shop.signUp(100);
  await buy(user);
  await sell(user, 'Glass Heron');
  await sell(user, 'Harbour Lantern');
  return user;
}

/** Moves money between a user and the house as no page can. */
async function post(
  user: SignedIn,
  kind: string,
  legs: [debit: string, credit: string, cents: number][],
) {
  const id = randomUUID();
  await shop.owner.query(
    `select post_journal($1, $2, gen_random_uuid(), $3, 'For a test', $4::text[], $5::text[], $6::bigint[])`,
    [
      id,
      kind,
      user.userId,
      legs.map((leg) => leg[0]),
      legs.map((leg) => leg[1]),
      legs.map((leg) => leg[2]),
    ],
  );
  await acceptJournals(shop.owner, [id]);
}

describe('the list of transactions', () => {
  test('has everything that moved the balance, newest first, signed from its user’s view', async () => {
    const user = await trader();
    const { status, body } = await list(user);
    expect(status).toBe(200);
    expect(body.data.transactions.map((one) => [one.type, one.amount, one.description])).toEqual([
      ['card_sale', 0.7, 'Harbour Lantern'],
      ['card_sale', 3.5, 'Glass Heron'],
      ['pack_purchase', -10.8, `1 x Pack ${packTypeId}`],
      ['bonus_credit', 100, 'For a test'],
    ]);
    expect(body.data.transactions[2]).toMatchObject({
      userId: user.userId,
      currency: 'CAD',
      status: 'completed',
      paymentMethod: 'balance',
      paymentId: null,
      failureReason: null,
      metadata: {},
    });
    expect(body.data.pagination).toEqual({
      page: 1,
      limit: 10,
      total: 4,
      totalPages: 1,
      hasNext: false,
      hasPrev: false,
    });
  });

  test('is the same at its two other addresses', async () => {
    const user = await trader();
    const { body } = await list(user, '?limit=2');
    for (const path of ['/users/transactions', '/payments/transaction-history']) {
      const other = await shop.call<List>('GET', `${path}?limit=2`, { as: user });
      expect([other.status, other.body.data]).toEqual([200, body.data]);
    }
  });

  test('has pages', async () => {
    const user = await trader();
    const all = await transactionsOf(user);
    const { body } = await list(user, '?page=2&limit=3');
    expect(body.data.transactions).toEqual(all.slice(3));
    expect(body.data.pagination).toMatchObject({ totalPages: 2, hasNext: false, hasPrev: true });
    expect(await transactionsOf(user, '?page=9')).toEqual([]);
  });

  test('can be filtered by type, status and time', async () => {
    const user = await trader();
    const all = await transactionsOf(user);
    const types = async (query: string) =>
      (await transactionsOf(user, query)).map((one) => one.type);
    expect(await types('?type=card_sale')).toEqual(['card_sale', 'card_sale']);
    expect(await types('?type[]=pack_purchase&type[]=bonus_credit')).toEqual([
      'pack_purchase',
      'bonus_credit',
    ]);
    expect(await types('?status[]=pending&status[]=processing')).toEqual([]);
    expect(await types('?status=completed')).toHaveLength(4);
    // The period includes its two ends, to the millisecond of the wire format.
    const purchase = all[2]!.createdAt;
    expect(await transactionsOf(user, `?to=${purchase}`)).toEqual(all.slice(2));
    expect(await transactionsOf(user, `?from=${purchase}`)).toEqual(all.slice(0, 3));
    const today = purchase.slice(0, 10);
    expect(await types(`?from=${today}&to=${today}`)).toHaveLength(4);
    expect(await types('?to=2020-01-01')).toEqual([]);
  });

  test('refuses unknown filters with a message', async () => {
    const user = await shop.signUp();
    const refusals = [
      ['type=gift', 'type is not a transaction type'],
      ['status=lost', 'status is not a transaction status'],
      ['from=yesterday', 'from must be a date or an ISO 8601 time'],
      ['to=2026-02-30', 'to must be a date or an ISO 8601 time'],
      ['limit=101', 'limit must be a whole number between 1 and 100'],
    ];
    for (const [query, message] of refusals) {
      const { status, body } = await list(user, `?${query}`);
      expect([status, body.error.message]).toEqual([400, message]);
    }
  });

  test.each(['/transactions', '/users/transactions', '/payments/transaction-history'])(
    'at %s is visible to admins and to nobody else',
    async (path) => {
      const [user, other] = [await shop.signUp(1), await shop.signUp()];
      const ask = (as: SignedIn, id: string) =>
        shop.call<List>('GET', `${path}?userId=${id}`, { as });
      expect((await ask(admin, user.userId)).body.data.transactions).toHaveLength(1);
      for (const as of [other, moderator]) {
        const refused = await ask(as, user.userId);
        expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
      }
      const nobody = await ask(admin, randomUUID());
      expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
    },
  );

  test('shows card payments as spent, and credits bought by card as the credits', async () => {
    const user = await shop.signUp();
    await post(user, 'pack_purchase', [
      ['house:card_clearing', 'house:sales', 1000],
      ['house:card_clearing', 'house:tax', 80],
      ['house:card_clearing', 'house:fees', 50],
    ]);
    await post(user, 'credit_purchase', [
      ['house:card_clearing', user.userId, 10_000],
      ['house:card_clearing', 'house:fees', 400],
    ]);
    const seen = (await transactionsOf(user)).map((one) => [
      one.type,
      one.amount,
      one.paymentMethod,
    ]);
    expect(seen).toEqual([
      ['credit_purchase', 100, 'stripe'],
      ['pack_purchase', -11.3, 'stripe'],
    ]);
    const spending = await shop.call<Spending>('GET', '/transactions/analytics/spending', {
      as: user,
    });
    expect(spending.body.data).toMatchObject({ totalSpent: 11.3, totalEarned: 0 });
    // The house takes the credits back, and refunds the money to the card.
    await post(user, 'refund', [
      ['house:sales', 'house:refunds', 1000],
      ['house:tax', 'house:refunds', 80],
      ['house:fees', 'house:refunds', 50],
    ]);
    await post(user, 'refund', [['house:refunds', 'house:card_clearing', 1130]]);
    expect((await transactionsOf(user))[0]).toMatchObject({
      amount: 11.3,
      paymentMethod: 'stripe',
    });
  });

  test('for any transfers adds up to the balance', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            isIn: fc.boolean(),
            amounts: fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 4 }),
          }),
          { maxLength: 8 },
        ),
        async (events) => {
          const user = await shop.signUp(1000);
          for (const { isIn, amounts } of events) {
            const pair = isIn ? ['house:promotions', user.userId] : [user.userId, 'house:shipping'];
            // oxlint-disable-next-line no-await-in-loop -- One after the other, as events come.
            await post(
              user,
              isIn ? 'bonus_credit' : 'shipping_fee',
              amounts.map((cents) => [pair[0]!, pair[1]!, cents]),
            ).catch(() => {}); // This amount exceeds the balance, so it is rejected and nothing moves.
          }
          const all = await transactionsOf(user, '?limit=100');
          const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', {
            as: user,
          });
          const total = all.reduce((cents, one) => cents + Math.round(one.amount * 100), 0);
          expect(total).toBe(Math.round(body.data.account_balance * 100));
        },
      ),
      { numRuns: 10 },
    );
  });
});

describe('one transaction', () => {
  const show = (as: SignedIn, id: string) =>
    shop.call<Transaction>('GET', `/transactions/${id}`, { as });

  test('is visible to its user and to moderators, and not found by others', async () => {
    const user = await trader();
    const [newest] = await transactionsOf(user);
    for (const as of [user, moderator, admin]) {
      const { status, body } = await show(as, newest!.id);
      expect([status, body.data]).toEqual([
        200,
        { ...newest, refundablePacks: 0, packReturn: null, refunds: [] },
      ]);
    }
    for (const [as, id] of [
      [await shop.signUp(), newest!.id],
      [user, randomUUID()],
    ] as const) {
      const refused = await show(as, id);
      expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });
});

describe('writing a transaction by hand', () => {
  const write = (as: SignedIn, body: object, key?: string) =>
    shop.call<Transaction>('POST', '/transactions', {
      as,
      body,
      ...(key === undefined ? {} : { key }),
    });

  test.each(['bonus_credit', 'refund'])('as a %s raises the balance', async (type) => {
    const user = await shop.signUp();
    const { status, body } = await write(admin, {
      userId: user.userId,
      type,
      amount: 12.5,
      description: ' Torn sleeve ',
      reference: 'Ticket 311',
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      userId: user.userId,
      type,
      amount: 12.5,
      status: 'completed',
      description: 'Torn sleeve',
      reference: 'Ticket 311',
    });
    expect(await transactionsOf(user)).toEqual([body.data]);
    const { body: credits } = await shop.call('GET', '/users/credits', { as: user });
    expect(credits.data).toMatchObject({ account_balance: 12.5 });
    // A refund has a credit note, and the shop mails its user about it.
    const { rows } = await shop.owner.query<{ facts: object }>(
      `select facts from mails where user_id = $1 and kind = 'refund'`,
      [user.userId],
    );
    const told = { id: body.data.id, amount: 1250, description: 'Torn sleeve', to: 'balance' };
    expect(rows.map(({ facts }) => facts)).toEqual(type === 'refund' ? [told] : []);
  });

  test('twice with one key writes once', async () => {
    const user = await shop.signUp();
    const key = randomUUID();
    const body = { userId: user.userId, type: 'refund', amount: 1, description: 'Late' };
    const [first, second] = [await write(admin, body, key), await write(admin, body, key)];
    expect(second.body).toEqual(first.body);
    expect(await transactionsOf(user)).toHaveLength(1);
  });

  test('is for admins, to an existing user', async () => {
    const user = await shop.signUp();
    const body = { userId: user.userId, type: 'bonus_credit', amount: 1, description: 'Me' };
    for (const as of [user, moderator]) {
      const refused = await write(as, body);
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const nobody = await write(admin, { ...body, userId: randomUUID() });
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  test.each([
    [{ type: 'card_sale' }, 'type must be bonus_credit or refund'],
    [{ amount: 0 }, 'Amount must be between 0.01 and 10000'],
    [{ amount: 10_000.01 }, 'Amount must be between 0.01 and 10000'],
    [{ description: ' ' }, 'Description is required'],
    [{ userId: 'me' }, 'userId must be a UUID'],
    [{ reference: 'x'.repeat(101) }, 'Reference must be at most 100 characters long'],
  ])('with %j is refused with a message', async (change, message) => {
    const { status, body } = await write(admin, {
      userId: admin.userId,
      type: 'refund',
      amount: 1,
      description: 'x',
      ...change,
    });
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

describe('changing a transaction', () => {
  const change = (as: SignedIn, id: string, body: object) =>
    shop.call<Transaction>('PATCH', `/transactions/${id}`, { as, body });

  test('adds a note and does not touch the ledger', async () => {
    const user = await shop.signUp(5);
    const [before] = await transactionsOf(user);
    const metadata = { ticket: 311, seen: ['by mail'] };
    const { status, body } = await change(admin, before!.id, { metadata });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, metadata, updatedAt: body.data.updatedAt });
    expect(body.data.updatedAt > before!.updatedAt).toBe(true);
    await change(admin, before!.id, { metadata: { closed: true } });
    expect((await transactionsOf(user))[0]).toMatchObject({ metadata: { closed: true } });
  });

  test('adds no note if the audit entry can’t be written', async () => {
    const user = await shop.signUp(5);
    const [before] = await transactionsOf(user);
    await shop.owner.query(
      `alter table audit_log add constraint no_notes check (action <> 'note_transaction') not valid`,
    );
    const { status } = await change(admin, before!.id, { metadata: { ticket: 311 } });
    await shop.owner.query('alter table audit_log drop constraint no_notes');
    expect([status, await transactionsOf(user)]).toEqual([500, [before]]);
  });

  test('can’t set the status of money that moved; the present status changes nothing', async () => {
    const user = await shop.signUp(5);
    const [before] = await transactionsOf(user);
    for (const status of ['pending', 'processing', 'failed']) {
      const refused = await change(admin, before!.id, { status, metadata: { tried: true } });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    }
    const same = await change(admin, before!.id, { status: 'completed' });
    expect([same.status, same.body.data]).toEqual([200, before]);
  });

  test('is for admins, and for an existing transaction', async () => {
    const user = await shop.signUp(5);
    const [own] = await transactionsOf(user);
    for (const as of [user, moderator]) {
      const refused = await change(as, own!.id, { metadata: {} });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const missing = await change(admin, randomUUID(), { metadata: {} });
    expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const unknown = await change(admin, own!.id, { status: 'lost' });
    expect([unknown.status, unknown.body.error.message]).toEqual([
      400,
      'status must be one of pending, processing, completed, failed',
    ]);
    const long = await change(admin, own!.id, { metadata: { text: 'x'.repeat(4_000) } });
    expect([long.status, long.body.error.message]).toEqual([
      400,
      'metadata must be at most 4000 characters long',
    ]);
  });
});

describe('a receipt', () => {
  const show = (as: SignedIn, id: string, query = '') =>
    shop.call<Receipt>('GET', `/transactions/${id}/receipt${query}`, { as });

  test('of an order has its lines, discount and tax, and adds up', async () => {
    const user = await shop.signUp(100);
    await buy(user, 2, { discountCode: 'TENOFF' });
    const [order] = await transactionsOf(user);
    const { status, body } = await show(user, order!.id);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      type: 'pack_purchase',
      number: `FF-${order!.createdAt.slice(0, 10).replaceAll('-', '')}-${order!.id.slice(0, 8).toUpperCase()}`,
      issuedAt: order!.createdAt,
      lines: [{ text: `Pack ${packTypeId}`, quantity: 2, amount: 20 }],
      subtotal: 20,
      discount: 2,
      tax: 1.44,
      taxes: [{ name: 'Tax', rate: 0.08, amount: 1.44 }],
      processingFee: 0,
      total: 19.44,
      currency: 'CAD',
      paymentMethod: 'balance',
      seller: {
        name: 'Felt & Foil',
        contactEmail: 'hello@feltandfoil.test',
        legalName: null,
        address: null,
        phone: null,
        email: null,
        registration: null,
        privacyOfficer: null,
        taxNumbers: [],
      },
      document: {
        kind: 'invoice',
        number: expect.stringMatching(/^FF-I-\d{6}$/),
        corrects: null,
      },
      buyer: null,
    });
  });

  test('keeps the name that a pack had when it was bought', async () => {
    const user = await shop.signUp(100);
    await buy(user);
    const [order] = await transactionsOf(user);
    await shop.owner.query(`update pack_types set name = 'Renamed' where id = $1`, [packTypeId]);
    const { body } = await show(user, order!.id);
    await shop.owner.query(`update pack_types set name = $2 where id = $1`, [
      packTypeId,
      `Pack ${packTypeId}`,
    ]);
    expect(body.data.lines[0]!.text).toBe(`Pack ${packTypeId}`);
  });

  test('of a sale shows the price of the card', async () => {
    const user = await trader();
    const [sale] = await transactionsOf(user);
    const { body } = await show(user, sale!.id);
    expect(body.data).toMatchObject({
      lines: [{ text: 'Harbour Lantern', quantity: 1, amount: 0.7 }],
      subtotal: 0.7,
      tax: 0,
      total: 0.7,
    });
  });

  test('of credits bought by card has the fee on top', async () => {
    const user = await shop.signUp();
    await post(user, 'credit_purchase', [
      ['house:card_clearing', user.userId, 10_000],
      ['house:card_clearing', 'house:fees', 400],
    ]);
    const [bought] = await transactionsOf(user);
    const { body } = await show(user, bought!.id);
    expect(body.data).toMatchObject({
      subtotal: 100,
      processingFee: 4,
      total: 104,
      paymentMethod: 'stripe',
    });
  });

  test('is also a page to print, which runs nothing and loads nothing', async () => {
    const user = await shop.signUp();
    const { body } = await shop.call<Transaction>('POST', '/transactions', {
      as: admin,
      body: { userId: user.userId, type: 'refund', amount: 3, description: '<b>"Sorry" & thanks' },
    });
    const page = await shop.app.inject({
      url: `/api/transactions/${body.data.id}/receipt?format=html`,
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-/,
    );
    expect(page.body).toContain('&lt;b>&quot;Sorry&quot; &amp; thanks');
    expect(page.body).toContain('CAD 3.00');
    expect(page.body).not.toMatch(/<script| src=| href=/);
  });

  test('is visible to its user and to moderators only, in a known format', async () => {
    const user = await shop.signUp(1);
    const [own] = await transactionsOf(user);
    expect((await show(moderator, own!.id)).status).toBe(200);
    const other = await show(await shop.signUp(), own!.id);
    expect([other.status, other.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const odd = await show(user, own!.id, '?format=pdf');
    expect([odd.status, odd.body.error.message]).toEqual([400, 'format must be json or html']);
  });
});

describe('cards that are sold together', () => {
  async function sellAll(user: SignedIn): Promise<Card[]> {
    const { body } = await shop.call<{ cards: Card[] }>(
      'GET',
      '/cards/my?status=available&pageSize=100',
      { as: user },
    );
    const cards = body.data.cards.map(({ card, packOpeningId }) => ({
      cardId: card.id,
      packOpeningId,
    }));
    const sold = await shop.call('POST', '/cards/sell/bulk', { as: user, body: { cards } });
    expect(sold.status).toBe(200);
    return body.data.cards;
  }

  test('are one transaction of their sum, with each card on its receipt', async () => {
    const user = await shop.signUp(100);
    await buy(user, 2);
    const cards = await sellAll(user);
    const { body } = await list(user);
    expect(body.data.pagination.total).toBe(3);
    const [sale] = body.data.transactions;
    expect(sale).toMatchObject({ type: 'card_sale', amount: 8.74, description: '6 cards' });
    const shown = await shop.call<Transaction>('GET', `/transactions/${sale!.id}`, { as: user });
    expect(shown.body.data).toMatchObject(sale!);

    const receipt = await shop.call<Receipt>('GET', `/transactions/${sale!.id}/receipt`, {
      as: user,
    });
    expect(receipt.body.data).toMatchObject({ type: 'card_sale', subtotal: 8.74, total: 8.74 });
    expect(receipt.body.data.lines.map((line) => line.text).toSorted()).toEqual(
      cards.map(({ card }) => card.name).toSorted(),
    );
    const sum = receipt.body.data.lines.reduce((total, line) => total + line.amount * 100, 0);
    expect(Math.round(sum)).toBe(874);
    const page = await shop.app.inject({
      url: `/api/transactions/${sale!.id}/receipt?format=html`,
      headers: { authorization: `Bearer ${user.accessToken}` },
    });
    expect(page.body).toContain('Sold for');
  });

  test('count once as earned, and are a journal each for the house', async () => {
    const user = await shop.signUp(100);
    await buy(user);
    await sellAll(user);
    const { body } = await shop.call<Spending>('GET', '/transactions/analytics/spending', {
      as: user,
    });
    expect(body.data).toMatchObject({ totalEarned: 4.37, transactionCount: 2 });
    const books = await shop.call<List>(
      'GET',
      `/admin/transactions?userId=${user.userId}&type=card_sale`,
      { as: moderator },
    );
    expect(books.body.data.transactions.map((one) => one.description).toSorted()).toEqual([
      'Glass Heron',
      'Harbour Lantern',
      'Moss Wall',
    ]);
    // Each of the sale's journals shows an operator the whole sale, as its owner sees it.
    for (const { id } of books.body.data.transactions) {
      const shown = await shop.call<Transaction>('GET', `/transactions/${id}`, { as: moderator });
      expect([shown.status, shown.body.data.amount]).toEqual([200, 4.37]);
    }
  });

  test('alone keep the usual name', async () => {
    const user = await shop.signUp(100);
    await buy(user);
    await sell(user, 'Glass Heron');
    await sellAll(user);
    const seen = (await transactionsOf(user, '?type=card_sale')).map((one) => one.description);
    expect(seen).toEqual(['2 cards', 'Glass Heron']);
  });
});

describe('spending', () => {
  const spending = (as: SignedIn, query = '') =>
    shop.call<Spending>('GET', `/transactions/analytics/spending${query}`, { as });

  test('has expenses and income, and ends with today', async () => {
    const user = await trader();
    const [newest] = await transactionsOf(user);
    const { status, body } = await spending(user);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      totalSpent: 10.8,
      // The 100 credits are a gift of the house, so they do not count as earned.
      totalEarned: 4.2,
      netAmount: -6.6,
      transactionCount: 3,
      averageTransaction: 5,
      spendingByCategory: [{ category: 'pack_purchase', amount: 10.8 }],
    });
    expect(body.data.spendingTrend).toHaveLength(7);
    expect(body.data.spendingTrend.at(-1)).toEqual({
      date: newest!.createdAt.slice(0, 10),
      amount: 10.8,
    });
    expect(body.data.spendingTrend.slice(0, 6).every((day) => day.amount === 0)).toBe(true);
  });

  test('covers a week, a month or a year', async () => {
    const user = await shop.signUp(100);
    await post(user, 'shipping_fee', [[user.userId, 'house:shipping', 800]]);
    // The database's owner inserts transfers with earlier dates, because existing transfers can't
    // be moved in time.
    for (const [days, cents] of [
      [6, 100],
      [10, 1_000],
      [100, 2_000],
      [400, 4_000],
    ]) {
      const id = randomUUID();
      await shop.owner.query(
        `insert into journals (id, kind, reference_id, user_id, description, created_at)
         values ($1, 'shipping_fee', $1, $2, 'For a test', now() - $3 * interval '1 day')`,
        [id, user.userId, days],
      );
      await shop.owner.query(
        `insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount) values ($1, 1, $2, 'house:shipping', $3)`,
        [id, user.userId, cents],
      );
      await acceptJournals(shop.owner, [id]);
    }
    const spent = async (query: string) => (await spending(user, query)).body.data.totalSpent;
    expect(await spent('?period=week')).toBe(9);
    expect(await spent('?period=month')).toBe(19);
    expect(await spent('')).toBe(19);
    expect(await spent('?period=year')).toBe(39);
    const { body } = await spending(user, '?period=year');
    expect(body.data.spendingTrend.map((day) => day.amount)).toEqual([1, 0, 0, 0, 0, 0, 8]);
  });

  test('counts the days of the viewer', async () => {
    const user = await shop.signUp(100);
    const dayIn = async (timeZone: string) =>
      (await spending(user, `?timeZone=${timeZone}`)).body.data.spendingTrend.at(-1)!.date;
    const days = [await dayIn('Pacific/Kiritimati'), await dayIn('Pacific/Niue')]; // 25 hours apart
    expect(days[0]! > days[1]!).toBe(true);
    for (const timeZone of ['Nowhere/Town', 'a b']) {
      const refused = await spending(user, `?timeZone=${encodeURIComponent(timeZone)}`);
      expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('is visible to admins and to nobody else', async () => {
    const user = await trader();
    expect((await spending(admin, `?userId=${user.userId}`)).body.data.totalSpent).toBe(10.8);
    const refused = await spending(moderator, `?userId=${user.userId}`);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    const nobody = await spending(admin, `?userId=${randomUUID()}`);
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
    const odd = await spending(user, '?period=day');
    expect([odd.status, odd.body.error.message]).toEqual([400, 'period must be week, month, year']);
  });
});

describe('the cost of credits', () => {
  test.each([
    [
      { amount: 100, currency: 'CAD' },
      { valid: true, errors: [], amount: 100, fee: 4, total: 104 },
    ],
    [{ amount: 10 }, { valid: true, errors: [], amount: 10, fee: 0.85, total: 10.85 }],
    [{ amount: 1000 }, { valid: true, fee: 35.5, total: 1035.5 }],
    [{ amount: 9.99 }, { valid: false, errors: ['Minimum purchase amount is CAD 10'] }],
    [{ amount: -5 }, { valid: false, errors: ['Minimum purchase amount is CAD 10'], fee: 0 }],
    [{ amount: 1000.01 }, { valid: false, errors: ['Maximum purchase amount is CAD 1000'] }],
    [
      { amount: 20, currency: 'USD' },
      { valid: false, errors: ['Credits are bought in CAD'] },
    ],
  ])('for %j is %j', async (body, expected) => {
    const user = await shop.signUp();
    const { status, body: reply } = await shop.call<Checked>(
      'POST',
      '/transactions/credits/validate',
      { as: user, body },
    );
    expect(status).toBe(200);
    expect(reply.data).toMatchObject(expected);
  });
});
