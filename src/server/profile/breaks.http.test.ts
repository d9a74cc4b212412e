// Tests breaks from buying: pauses, exclusions, and people who open another account although they excluded themselves.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showLimits } from '#contract/profile-limits.ts';
import type { listHeldParcels } from '#contract/shipping-holds.ts';
import { statement } from '#engine/database.ts';
import { useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS, HOUR_MS } from '../../testing/clock.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { cardsOf, ship } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { tellWishes } from '../wishes/tell-wishes.ts';
import { eraseAccounts } from './erase-accounts.ts';
import { followExclusions } from './follow-exclusions.ts';

type Limits = z.input<typeof showLimits.reply>;

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;
let packId: string;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 90, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

const takeBreak = (as: SignedIn, kind: string) =>
  shop.call<Limits>('POST', '/users/breaks', { as, body: { kind } });
const post = (path: string, as: SignedIn, body: object) => shop.call('POST', path, { as, body });

/** The ways in which a user can buy something. */
const WAYS: [name: string, begin: (as: SignedIn) => Promise<{ status: number; body: Refusal }>][] =
  [
    ['a pack for credits', (as) => post('/packs/purchase', as, { packId, quantity: 1 })],
    [
      'a cart for credits',
      (as) =>
        post('/payments/purchase-with-balance', as, {
          packs: [{ packId, quantity: 1 }],
          paymentMethod: 'balance',
        }),
    ],
    ['a cart by card', (as) => beginPayment(shop, as, packId)],
    [
      'credits by card',
      (as) => post('/transactions/credits', as, { amount: 50, paymentMethod: 'stripe' }),
    ],
  ];
type Refusal = { error: { code: string; message: string; details?: unknown } };
const codeOf = async (begun: Promise<{ body: Refusal }>) => (await begun).body.error.code;

/**
 * Buys a pack by card, leaves it sealed, and returns the pack's id. Only people who exclude themselves pay with the
 * default card, because the shop then refuses everyone who pays with that card.
 */
async function buySealed(as: SignedIn, payment_method = 'pm_card_amex'): Promise<string> {
  const intent = await begunPayment(shop, as, packId);
  await confirm(shop, intent, { payment_method });
  await postAll(shop);
  return (await purchased(shop, as, intent.paymentIntentId)).packIds[0]!;
}

async function newestPurchase(as: SignedIn): Promise<string> {
  const path = '/transactions?type=pack_purchase';
  const { body } = await shop.call<{ transactions: { id: string }[] }>('GET', path, { as });
  return body.data.transactions[0]!.id;
}

async function changeEmailTo({ userId }: SignedIn, email: string): Promise<void> {
  await shop.owner.query('update users set email = $2, email_verified_at = now() where id = $1', [
    userId,
    email,
  ]);
}

async function register(email: string): Promise<SignedIn> {
  const { status, body } = await shop.call<{ access_token: string; user: { id: string } }>(
    'POST',
    '/auth/register',
    { body: { email, password: 'correct horse' } },
  );
  expect(status).toBe(200);
  const { access_token: accessToken, user } = body.data;
  return { userId: user.id, email, accessToken, refreshToken: '' };
}

const home = (as: SignedIn, more: object = {}) =>
  shop.call('PUT', '/users/shipping', {
    as,
    body: {
      firstName: 'Mira',
      lastName: 'Holt',
      addressLine1: '12 Harbour Street',
      city: 'Halifax',
      state: 'NS',
      zipCode: 'B3H 1A1',
      country: 'CA',
      ...more,
    },
  });

const timesOf = async ({ userId }: SignedIn) =>
  (
    await shop.owner.query<{ days: number }>(
      `select round(extract(epoch from auto_convert_at - now()) / 86400)::int as days from physical_cards
       where opened_by_id = $1 and auto_convert_at is not null order by 1 desc`,
      [userId],
    )
  ).rows.map(({ days }) => days);

describe('on a break', () => {
  test.each(WAYS)('a person is refused %s before money moves', async (_name, begin) => {
    const person = await shop.signUp(100);
    const taken = await takeBreak(person, 'week');
    expect(taken.body.data.break).toMatchObject({ kind: 'week' });
    const { status, body } = await begin(person);
    expect([status, body.error.code]).toEqual([403, 'ON_A_BREAK']);
    expect(body.error.message).toContain('What you own stays yours');
  });

  test('a person sees why at the checkout, and buys again after it', async () => {
    const person = await shop.signUp(100);
    await takeBreak(person, 'day');
    const packs = [{ packId, quantity: 1 }];
    const eligible = await shop.call<{ ineligibilityReason: string | null }>(
      'POST',
      '/payments/purchase-eligibility',
      { as: person, body: { packs } },
    );
    expect(eligible.body.data.ineligibilityReason).toContain('You asked us not to sell to you');
    const valid = await post('/packs/validate-purchase', person, { packId, quantity: 1 });
    expect(JSON.stringify(valid.body)).toContain('You asked us not to sell to you');
    const topUp = await post('/transactions/credits/validate', person, { amount: 10 });
    expect(JSON.stringify(topUp.body)).toContain('You asked us not to sell to you');
    await shop.owner.query(`set session_replication_role = replica;
      update breaks set ends_at = now() where user_id = '${person.userId}';
      set session_replication_role = default`);
    expect((await post('/packs/purchase', person, { packId, quantity: 1 })).status).toBe(200);
  });

  test('an open payment ends, and money that arrives all the same goes back whole', async () => {
    const person = await shop.signUp();
    const intent = await begunPayment(shop, person, packId);
    shop.sandbox.faults = { before: ({ path }) => (path.endsWith('/cancel') ? 500 : undefined) };
    await takeBreak(person, 'month');
    shop.sandbox.faults = {};
    await confirm(shop, intent);
    await postAll(shop);
    expect((await purchased(shop, person, intent.paymentIntentId)).status).toBe('refunded');
  });

  test('nobody gets credits as a present, and a refund reaches them', async () => {
    const person = await shop.signUp();
    await takeBreak(person, 'year');
    const given = await shop.call('POST', `/users/credits?userId=${person.userId}`, {
      as: admin,
      body: { amount: 5, reason: 'For you' },
    });
    expect([given.status, given.body.error.code]).toEqual([403, 'ON_A_BREAK']);
    const byHand = (type: string) =>
      shop.call('POST', '/transactions', {
        as: admin,
        body: { userId: person.userId, type, amount: 5, description: 'By hand' },
      });
    expect(await codeOf(byHand('bonus_credit'))).toBe('ON_A_BREAK');
    expect((await byHand('refund')).status).toBe(200);
  });

  test('nobody makes it shorter, and a person can make it longer', async () => {
    const person = await shop.signUp();
    await verifyAddress(shop, person);
    expect((await takeBreak(person, 'half_year')).status).toBe(200);
    expect(await codeOf(takeBreak(person, 'month'))).toBe('INVALID_TRANSITION');
    expect((await takeBreak(person, 'forever')).body.data.break).toMatchObject({ endsAt: null });
    expect(await codeOf(takeBreak(person, 'five_years'))).toBe('INVALID_TRANSITION');
    for (const change of [
      `update breaks set ends_at = now() where user_id = $1`,
      `delete from breaks where user_id = $1`,
      `delete from exclusion_marks where excluded_id = $1`,
    ]) {
      await expect(statement(shop.context.db, change, [person.userId])).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:23001|42501)$/),
      });
    }
  });

  test('the database refuses orders and top-ups', async () => {
    const person = await shop.signUp();
    await takeBreak(person, 'week');
    const id = crypto.randomUUID();
    await expect(
      shop.owner.query(
        'insert into top_ups (id, user_id, amount, fee, created_at) values ($1, $2, 500, 0, shop_now())',
        [id, person.userId],
      ),
    ).rejects.toMatchObject({ constraint: 'nothing_sold_on_a_break' });
  });
});

describe('what somebody excluded owns', () => {
  test('sealed packs are opened, and returned at any age', async () => {
    const person = await shop.signUp();
    const first = await buySealed(person);
    await buySealed(person);
    await shop.owner.query(
      `update orders set paid_at = paid_at - interval '200 days' where user_id = $1`,
      [person.userId],
    );
    const purchase = await newestPurchase(person);
    const back = () => post(`/transactions/${purchase}/refund`, person, { reason: 'I stop' });
    expect(await codeOf(back())).toBe('INVALID_TRANSITION');
    await takeBreak(person, 'half_year');
    expect((await post(`/packs/${first}/open`, person, {})).status).toBe(200);
    expect((await back()).status).toBe(200);
  });

  test('a packed parcel goes on its way, cards are sold, and further parcels are paid with credits', async () => {
    const person = await shop.signUp(100);
    await post('/packs/purchase', person, { packId, quantity: 2 });
    const items = await cardsOf(shop, person);
    const parcel = (await ship(shop, person, items.slice(0, 1))).body.data;
    const move = (status: string, more: object = {}) =>
      shop.call('PATCH', `/admin/shipments/${parcel.id}`, { as: admin, body: { status, ...more } });
    expect((await move('packed')).status).toBe(200);
    await takeBreak(person, 'year');
    expect((await move('shipped', { carrier: 'Canada Post', trackingNumber: 'T1' })).status).toBe(
      200,
    );
    expect((await ship(shop, person, items.slice(1, 2))).status).toBe(200);
    const { card, packOpeningId } = items[2]!;
    expect((await post('/cards/sell', person, { packOpeningId, cardId: card.id })).status).toBe(
      200,
    );
  });

  test('an open dispute holds what it locks, and the thirty days stand still all the same', async () => {
    const person = await shop.signUp(100);
    await post('/packs/purchase', person, { packId, quantity: 1 });
    const sealed = await buySealed(person, 'pm_card_createDispute');
    await postAll(shop);
    expect(await codeOf(post(`/packs/${sealed}/open`, person, {}))).toBe('DISPUTED');
    await takeBreak(person, 'half_year');
    expect(await codeOf(post(`/packs/${sealed}/open`, person, {}))).toBe('DISPUTED');
    const purchase = await newestPurchase(person);
    expect(
      await codeOf(post(`/transactions/${purchase}/refund`, person, { reason: 'I stop' })),
    ).toBe('DISPUTED');
    const items = await cardsOf(shop, person);
    expect(await codeOf(ship(shop, person, items.slice(0, 1)))).toBe('ACCOUNT_PAUSED');
    expect(Math.min(...(await timesOf(person)))).toBeGreaterThan(200);
  });

  test('the thirty days stand still to the end, for packs opened meanwhile too', async () => {
    const person = await shop.signUp(100);
    await post('/packs/purchase', person, { packId, quantity: 1 });
    const sealed = await buySealed(person);
    await takeBreak(person, 'year');
    await post(`/packs/${sealed}/open`, person, {});
    const times = await timesOf(person);
    expect(times).toHaveLength(6);
    expect(Math.min(...times)).toBeGreaterThan(390);
  });

  test('pauses in a row let the thirty days stand still for sixty days a year', async () => {
    const person = await shop.signUp(100);
    await post('/packs/purchase', person, { packId, quantity: 1 });
    await takeBreak(person, 'month');
    expect(new Set(await timesOf(person))).toEqual(new Set([60]));
    const next = (days: number) =>
      atOffset(shop, days * DAY_MS + HOUR_MS, async (later) => {
        const response = await statement<{ until: Date }>(
          later.db,
          `insert into breaks (id, user_id, kind) values (gen_random_uuid(), $1, 'month') returning still_until as until`,
          [person.userId],
        );
        return response[0]!.until;
      });
    await next(30);
    expect(new Set(await timesOf(person))).toEqual(new Set([90]));
    await next(60);
    expect(new Set(await timesOf(person))).toEqual(new Set([90]));
  });
});

describe('the shop', () => {
  test('tells nobody on a break of wishes that come true', async () => {
    const [person, other] = await Promise.all([shop.signUp(), shop.signUp()]);
    const typeId = await stockPackType(shop.context, {
      packs: 1,
      id: 'magic-tst-wished',
      cardsAreMade: true,
    });
    for (const as of [person, other]) {
      await shop.call('PUT', '/users/settings/preferences', { as, body: { backMails: true } });
      await shop.owner.query(
        `insert into pack_wishes (user_id, pack_type_id, wished_at, was_out) values ($1, $2, now(), true)`,
        [as.userId, typeId],
      );
    }
    await takeBreak(person, 'week');
    await tellWishes(shop.context);
    const { rows } = await shop.owner.query<{ user_id: string }>(
      `select user_id from mails where kind = 'wish_back'`,
    );
    expect(rows.map((row) => row.user_id)).toEqual([other.userId]);
  });

  test('offers once, after a year of exclusion, to send everything at its own cost, and forgets marks after an exclusion', async () => {
    const person = await shop.signUp(100);
    await verifyAddress(shop, person);
    await post('/packs/purchase', person, { packId, quantity: 1 });
    await takeBreak(person, 'five_years');
    const counts = async () =>
      (
        await shop.owner.query<{ offers: number; marks: number }>(
          `select (select count(*)::int from mails where user_id = $1 and kind = 'parcel_offer') as offers,
             (select count(*)::int from exclusion_marks where excluded_id = $1) as marks`,
          [person.userId],
        )
      ).rows[0];
    await followExclusions(shop.context);
    expect(await counts()).toEqual({ offers: 0, marks: 1 });
    const short = await shop.signUp(100);
    await post('/packs/purchase', short, { packId, quantity: 1 });
    await takeBreak(short, 'year');
    await atOffset(shop, 366 * DAY_MS, async (later) => {
      await followExclusions(later);
      await followExclusions(later);
    });
    expect(await counts()).toEqual({ offers: 1, marks: 1 });
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where kind = 'parcel_offer' and user_id in ($1, $2) order by user_id = $2`,
      [person.userId, short.userId],
    );
    expect(rows.map(({ text }) => /its days stand still|That time ended/.exec(text)?.[0])).toEqual([
      'its days stand still',
      'That time ended',
    ]);
    await atOffset(shop, 5 * 366 * DAY_MS, followExclusions);
    expect(await counts()).toEqual({ offers: 1, marks: 0 });
  });
});

describe('who comes again', () => {
  const REFUSED = /^We can’t sell to this account\. Ask us: \S+@\S+$/;

  test('with the same address in another spelling is refused', async () => {
    const name = `mira.holt${Date.now()}`;
    const person = await shop.signUp();
    await changeEmailTo(person, `${name}@gmail.com`);
    const other = await register(`${name.replace('.', '')}+before@gmail.com`);
    expect((await begunPayment(shop, other, packId)).amount).toBe(11.3);
    await takeBreak(person, 'year');
    const again = await register(`${name.replace('.', '')}+new@gmail.com`);
    for (const account of [other, again]) {
      for (const [, begin] of WAYS) {
        const { status, body } = await begin(account);
        expect([status, body.error.code]).toEqual([403, 'NOT_SOLD_TO_ACCOUNT']);
        expect(body.error.message).toMatch(REFUSED);
      }
    }
  });

  test('with the same card is refused, and the money goes back whole', async () => {
    const person = await shop.signUp();
    await buySealed(person, 'pm_card_visa_debit');
    await takeBreak(person, 'year');
    const again = await shop.signUp();
    const intent = await begunPayment(shop, again, packId);
    await confirm(shop, intent, { payment_method: 'pm_card_visa_debit' });
    await postAll(shop);
    expect((await purchased(shop, again, intent.paymentIntentId)).status).toBe('refunded');
    expect(await codeOf(beginPayment(shop, again, packId))).toBe('NOT_SOLD_TO_ACCOUNT');
  });

  test('with an address saved at the moment of the exclusion is refused', async () => {
    for (let at = 0; at < 12; at += 1) {
      const [person, again] = [await shop.signUp(), await shop.signUp()];
      const addressLine1 = `${at} Signal Hill Road ${Date.now()}`;
      await home(person, { addressLine1 });
      await buySealed(person);
      await Promise.all([takeBreak(person, 'year'), home(again, { addressLine1 })]);
      expect(await codeOf(beginPayment(shop, again, packId))).toBe('NOT_SOLD_TO_ACCOUNT');
    }
  });

  test('does not get an open payment again that began before the exclusion', async () => {
    const [person, again] = [await shop.signUp(), await shop.signUp()];
    const addressLine1 = `9 Quay Road ${Date.now()}`;
    await home(person, { addressLine1 });
    await buySealed(person);
    await home(again, { addressLine1 });
    await begunPayment(shop, again, packId);
    await takeBreak(person, 'year');
    expect(await codeOf(beginPayment(shop, again, packId))).toBe('NOT_SOLD_TO_ACCOUNT');
  });

  test('after leaving is refused until the exclusion ends', async () => {
    const email = `gone${Date.now()}@example.test`;
    const person = await shop.signUp();
    await changeEmailTo(person, email);
    await takeBreak(person, 'half_year');
    const gone = await shop.call('DELETE', '/users/profile', {
      as: person,
      body: { password: 'correct horse' },
    });
    expect(gone.status).toBe(200);
    await atOffset(shop, 15 * DAY_MS, async (later) => {
      expect(await eraseAccounts(later)).toEqual({ done: 1, failed: 0 });
    });
    const again = await register(email);
    expect(await codeOf(beginPayment(shop, again, packId))).toBe('NOT_SOLD_TO_ACCOUNT');
    await shop.owner.query(`set session_replication_role = replica;
      update breaks set ends_at = now() where user_id = '${person.userId}';
      set session_replication_role = default`);
    await begunPayment(shop, again, packId);
  });

  test('nobody is refused because a stranger typed their name and address, bought nothing, and excluded themselves', async () => {
    const [stranger, owner] = [await shop.signUp(), await shop.signUp()];
    const addressLine1 = `5 Lighthouse Lane ${Date.now()}`;
    await home(owner, { addressLine1 });
    await home(stranger, { addressLine1 });
    await takeBreak(stranger, 'forever');
    await home(stranger, { addressLine1, firstName: 'Once more' });
    expect((await beginPayment(shop, owner, packId)).status).toBe(200);
    await home(owner, { addressLine1, firstName: 'Mira Ann' });
    expect((await beginPayment(shop, owner, packId)).status).toBe(200);
  });

  test('nobody is refused because a stranger signed up with their mailbox, never verified it, and excluded themselves', async () => {
    const name = `ada${Date.now()}`;
    const stranger = await register(`${name}+mine@gmail.com`);
    await takeBreak(stranger, 'forever');
    const owner = await register(`${name}@gmail.com`);
    expect((await beginPayment(shop, owner, packId)).status).toBe(200);
  });

  test('a flatmate with the same last name waits for an operator, who lets them through with a reason', async () => {
    const person = await shop.signUp();
    expect((await home(person)).status).toBe(200);
    await buySealed(person);
    await takeBreak(person, 'forever');
    const flatmate = await shop.signUp();
    await home(flatmate, { firstName: 'Noa', addressLine1: '12, harbour St.', zipCode: 'b3h1a1' });
    expect(await codeOf(beginPayment(shop, flatmate, packId))).toBe('NOT_SOLD_TO_ACCOUNT');
    const neighbour = await shop.signUp();
    await home(neighbour, { lastName: 'Sand' });
    await begunPayment(shop, neighbour, packId);
    const asked = async () =>
      (
        await shop.call<z.input<typeof listHeldParcels.reply>>('GET', '/admin/held-parcels', {
          as: admin,
        })
      ).body.data.homes.map(({ user }) => user.id);
    expect(await asked()).toContain(flatmate.userId);
    expect(await asked()).not.toContain(neighbour.userId);
    const letThrough = (reason: string, as = admin) =>
      shop.call('POST', `/admin/users/${flatmate.userId}/let-through`, { as, body: { reason } });
    expect((await letThrough('')).status).toBe(400);
    expect((await letThrough('A daughter of 22 who lives there')).status).toBe(200);
    expect(await asked()).not.toContain(flatmate.userId);
    await begunPayment(shop, flatmate, packId);
    expect(await codeOf(letThrough('Once more'))).toBe('INVALID_TRANSITION');
    const nobody = await shop.call('POST', `/admin/users/${crypto.randomUUID()}/let-through`, {
      as: admin,
      body: { reason: 'Nobody' },
    });
    expect(nobody.body.error.code).toBe('USER_NOT_FOUND');
    const shown = await shop.call<{ bars: object[] }>('GET', `/admin/users/${flatmate.userId}`, {
      as: admin,
    });
    expect(shown.body.data.bars).toEqual([
      expect.objectContaining({ why: 'home', reason: 'A daughter of 22 who lives there' }),
    ]);
    const { rows } = await shop.owner.query(
      `select count(*)::int as entries from audit_log where action = 'let_through'`,
    );
    expect(rows).toEqual([{ entries: 1 }]);
  });
});
