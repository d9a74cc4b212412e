// Tests the limits that people set for themselves: how much they spend by card, and how many packs they open.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showLimits } from '#contract/profile-limits.ts';
import { statement } from '#engine/database.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { decided, topUpToDispute } from '../../testing/disputes.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  postAll,
  purchased,
  setStatus,
  type Intent,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Limits = z.input<typeof showLimits.reply>;

const shop = useTestApp({}, { cards: true });
let packId: string;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
});

const shown = async (as: SignedIn) =>
  (await shop.call<Limits>('GET', '/users/limits', { as })).body.data;
const set = (as: SignedIn, body: object) => shop.call<Limits>('PUT', '/users/limits', { as, body });
const raise = (as: SignedIn, kind: string) =>
  shop.call<Limits>('POST', '/users/limits/raise', { as, body: { kind } });
const topUp = (as: SignedIn, amount: number) =>
  shop.call<Intent>('POST', '/transactions/credits', {
    as,
    body: { amount, paymentMethod: 'stripe' },
  });

/** Moves a person's payments, and their requests for other limits, into the past. */
async function letPass({ userId }: SignedIn, hours: number): Promise<void> {
  for (const statement of [
    'update payments set created_at = created_at - $2::interval where user_id = $1',
    'update own_limits set asked_at = asked_at - $2::interval where user_id = $1',
  ]) {
    await shop.owner.query(statement, [userId, `${hours} hours`]);
  }
}

async function pay(intent: Pick<Intent, 'paymentIntentId' | 'clientSecret'>): Promise<void> {
  expect((await confirm(shop, intent)).body.status).toBe('succeeded');
  await postAll(shop);
}

const statesOf = async ({ userId }: SignedIn) =>
  (
    await shop.owner.query<{ state: string }>(
      'select state from payments where user_id = $1 order by created_at',
      [userId],
    )
  ).rows.map(({ state }) => state);

// The price of one pack by card, which is 10.00, 8 % tax and the card fee of 0.50.
const PACK = 11.3;

describe('a limit on money', () => {
  test('counts packs by card and top-ups from the beginning of the payment, and refuses what is above it', async () => {
    const person = await shop.signUp();
    expect(await shown(person)).toMatchObject({ day: { limit: null, used: 0, raise: null } });
    expect((await set(person, { day: 30 })).body.data.day).toMatchObject({ limit: 30, used: 0 });
    const intent = await begunPayment(shop, person, packId);
    expect((await shown(person)).day.used).toBe(PACK);
    const refused = await topUp(person, 20);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'OWN_LIMIT_REACHED']);
    expect(refused.body.error.message).toBe(
      'This would come to CAD 32.50 in 24 hours. Your own limit is CAD 30.00.',
    );
    expect((await topUp(person, 10)).status).toBe(200);
    await pay(intent);
    expect((await shown(person)).day.used).toBe(22.15);
    expect((await beginPayment(shop, person, packId)).body.error.code).toBe('OWN_LIMIT_REACHED');
  });

  test('gets back what an ended payment would have cost', async () => {
    const person = await shop.signUp();
    await set(person, { week: 12 });
    await begunPayment(shop, person, packId);
    expect((await beginPayment(shop, person, packId, { quantity: 2 })).body.error.code).toBe(
      'OWN_LIMIT_REACHED',
    );
    await shop.call('POST', '/payments/release', { as: person, body: { purpose: 'order' } });
    expect((await shown(person)).week.used).toBe(0);
    await begunPayment(shop, person, packId);
  });

  test('refuses what is above it without ending the payment that is open', async () => {
    const person = await shop.signUp();
    await set(person, { day: 30 });
    const cart = await begunPayment(shop, person, packId);
    expect((await beginPayment(shop, person, packId, { quantity: 3 })).body.error.code).toBe(
      'OWN_LIMIT_REACHED',
    );
    await pay(cart);
    expect((await purchased(shop, person, cart.paymentIntentId)).status).toBe('succeeded');
    const credits = (await topUp(person, 10)).body.data;
    expect((await topUp(person, 50)).body.error.code).toBe('OWN_LIMIT_REACHED');
    await pay(credits);
    expect(await statesOf(person)).toEqual(['succeeded', 'succeeded']);
  });

  test('says why to somebody whose payments hinder each other, because they begin at the same moment', async () => {
    const person = await shop.signUp();
    await set(person, { day: 12 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => topUp(person, 10 + index / 100)),
    );
    const refused = responses.filter(({ body }) => !body.success);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) {
      expect(body.error.message).toMatch(
        /^You are beginning several payments at the same moment|Your own limit is CAD 12\.00/,
      );
    }
  });

  test('counts a refund on the day of its purchase', async () => {
    const person = await shop.signUp();
    await set(person, { day: 12, month: 24 });
    const old = await begunPayment(shop, person, packId);
    await pay(old);
    await letPass(person, 25);
    const newer = await begunPayment(shop, person, packId);
    await pay(newer);
    expect(await shown(person)).toMatchObject({ day: { used: PACK }, month: { used: 2 * PACK } });
    const { body } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: person },
    );
    const back = await shop.call('POST', `/transactions/${body.data.transactions[1]!.id}/refund`, {
      as: person,
      body: { reason: 'Changed my mind' },
    });
    expect(back.status).toBe(200);
    expect(await shown(person)).toMatchObject({ day: { used: PACK }, month: { used: PACK } });
    expect((await beginPayment(shop, person, packId)).body.error.code).toBe('OWN_LIMIT_REACHED');
  });

  test('counts a disputed payment until its bank has given the money back for good', async () => {
    const person = await shop.signUp();
    await set(person, { month: 12 });
    const disputed = await topUpToDispute(shop, person, 10);
    await postAll(shop);
    expect((await shown(person)).month.used).toBe(10.85);
    await decided(shop, disputed, 'lose');
    expect((await shown(person)).month.used).toBe(0);
    await pay(await begunPayment(shop, person, packId));
    expect((await shown(person)).month.used).toBe(PACK);
  });

  test('does not begin anew at a month’s end: its window is the last thirty days', async () => {
    const person = await shop.signUp();
    await set(person, { month: 12 });
    await pay(await begunPayment(shop, person, packId));
    await letPass(person, 29 * 24 + 23);
    expect((await beginPayment(shop, person, packId)).body.error.code).toBe('OWN_LIMIT_REACHED');
    await letPass(person, 2);
    expect((await shown(person)).month.used).toBe(0);
    await begunPayment(shop, person, packId);
  });

  test('that is lowered under an open payment ends it', async () => {
    const person = await shop.signUp();
    await set(person, { day: 50 });
    await begunPayment(shop, person, packId);
    expect((await set(person, { day: 11 })).body.data.day).toMatchObject({ limit: 11, used: 0 });
    expect(await statesOf(person)).toEqual(['canceled']);
  });

  test('that is lowered ends the newest payment first, of packs or of credits', async () => {
    const person = await shop.signUp();
    await begunPayment(shop, person, packId);
    await topUp(person, 10);
    await set(person, { day: 12 });
    expect(await statesOf(person)).toEqual(['open', 'canceled']);
  });

  test('that is lowered under a payment at the bank sends its money back whole', async () => {
    const person = await shop.signUp();
    const intent = await begunPayment(shop, person, packId);
    await setStatus(shop, intent, 'processing');
    await purchased(shop, person, intent.paymentIntentId);
    await set(person, { day: 5 });
    expect(await statesOf(person)).toEqual(['processing']);
    await setStatus(shop, intent, 'requires_payment_method');
    await pay(intent);
    expect((await purchased(shop, person, intent.paymentIntentId)).status).toBe('refunded');
    expect((await shown(person)).day.used).toBe(0);
  });

  test('is kept by the database as well', async () => {
    const person = await shop.signUp();
    await set(person, { day: 10 });
    await expect(
      statement(
        shop.context.db,
        `insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, expires_at, created_at, updated_at)
         values ($1, $2, 'order', $1, '', 1001, '', shop_now(), shop_now(), shop_now())`,
        [crypto.randomUUID(), person.userId],
      ),
    ).rejects.toMatchObject({ constraint: 'payments_within_own_limits' });
    await expect(
      statement(shop.context.db, `update own_limits set amount = 5000 where user_id = $1`, [
        person.userId,
      ]),
    ).rejects.toMatchObject({ constraint: 'own_limit_is_raised_slowly' });
  });
});

describe('a higher limit', () => {
  test('needs a second yes that comes 24 to 72 hours later', async () => {
    const person = await shop.signUp();
    await set(person, { day: 10 });
    expect((await raise(person, 'day')).body.error.code).toBe('INVALID_TRANSITION');
    const asked = (await set(person, { day: 50 })).body.data.day;
    expect(asked).toMatchObject({ limit: 10, raise: { to: 50 } });
    await letPass(person, 23);
    expect((await raise(person, 'day')).body.error.message).toContain('a day');
    await letPass(person, 2);
    expect((await raise(person, 'day')).body.data.day).toMatchObject({ limit: 50, raise: null });
    await set(person, { day: null });
    await letPass(person, 25);
    expect((await raise(person, 'day')).body.data.day).toMatchObject({ limit: null, raise: null });
  });

  test('lapses after 72 hours, and ends when a lower one is set', async () => {
    const person = await shop.signUp();
    await set(person, { week: 10, month: 100 });
    await set(person, { week: 50, month: 200 });
    expect((await set(person, { month: 100 })).body.data.month.raise).toBeNull();
    await letPass(person, 73);
    expect((await shown(person)).week.raise).toBeNull();
    const late = await raise(person, 'week');
    expect([late.status, late.body.error.message]).toEqual([
      409,
      expect.stringContaining('lapsed'),
    ]);
    expect((await shown(person)).week.limit).toBe(10);
  });
});

describe('a limit on packs', () => {
  test('holds for packs that are bought open and for sealed ones', async () => {
    const person = await shop.signUp(100);
    await set(person, { packs: 1 });
    const intent = await begunPayment(shop, person, packId);
    await pay(intent);
    const { packIds } = await purchased(shop, person, intent.paymentIntentId);
    const buy = (quantity: number) =>
      shop.call('POST', '/packs/purchase', { as: person, body: { packId, quantity } });
    const two = await buy(2);
    expect([two.status, two.body.error.code]).toEqual([403, 'OWN_LIMIT_REACHED']);
    expect(two.body.error.message).toContain('1 more pack');
    expect((await buy(1)).status).toBe(200);
    expect((await buy(1)).body.error.message).toContain('as many packs');
    const opened = await shop.call('POST', `/packs/${packIds[0]}/open`, { as: person });
    expect([opened.status, opened.body.error.code]).toEqual([403, 'OWN_LIMIT_REACHED']);
    const cart = await shop.call('POST', '/payments/purchase-with-balance', {
      as: person,
      body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    });
    expect(cart.body.error.code).toBe('OWN_LIMIT_REACHED');
    const byBody = await shop.call('POST', '/packs/open', {
      as: person,
      body: { packId: packIds[0] },
    });
    expect(byBody.body.error.code).toBe('OWN_LIMIT_REACHED');
    expect((await shown(person)).packs).toMatchObject({ limit: 1, used: 1 });
  });
});

describe('a checkout', () => {
  test('says once in thirty days what was spent and what came back', async () => {
    const person = await shop.signUp(100);
    const line = async () =>
      (
        await shop.call<{ line: object | null }>('POST', '/users/spending-line', {
          as: person,
          body: {},
        })
      ).body.data.line;
    expect(await line()).toBeNull();
    await shop.call('POST', '/packs/purchase', { as: person, body: { packId, quantity: 2 } });
    expect(await line()).toMatchObject({ spent: 21.6 });
    expect(await line()).toBeNull();
    await shop.owner.query(
      `update spending_lines set shown_at = shown_at - interval '30 days' where user_id = $1`,
      [person.userId],
    );
    expect(await line()).toMatchObject({ spent: 21.6 });
  });
});
