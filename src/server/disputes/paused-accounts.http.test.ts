// Tests what an account with a disputed payment may not do, what else is blocked, and how the account becomes free
// again.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listDisputes, showDispute } from '#contract/disputes-admin.ts';
import type { listWaiting } from '#contract/admin-waiting.ts';
import { DAY_MS, openAt } from '../../testing/clock.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  buyToDispute,
  decide,
  decided,
  disputeOf,
  DISPUTING,
  sendRefundsBack,
  topUpToDispute,
} from '../../testing/disputes.ts';
import { runShopCommand } from '../../testing/command.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  postAll,
  purchased,
  setStatus,
  stockOf,
  type Intent,
} from '../../testing/payments.ts';
import {
  ADDRESS,
  balanceOf,
  cardsOf,
  groupsOf,
  ship,
  shipped,
  statusesOf,
  type Item,
} from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool } from '../database/pool.ts';
import { confirmIntent } from '../card-payments/confirm-payment.ts';
import { updateDisputes } from './update-disputes.ts';

type Waiting = z.input<typeof listWaiting.reply>;
type Detail = z.input<typeof showDispute.reply>;
type List = z.input<typeof listDisputes.reply>;

const shop = useTestApp({}, { cards: true });
let moderator: SignedIn;
let admin: SignedIn;
let appRole: pg.Pool;
let made = 0;

beforeAll(async () => {
  await stockPackType(shop.context, { packs: 0, id: 'cards-of-all' });
  [moderator, admin] = await Promise.all([
    shop.signUp({ role: 'moderator' }),
    shop.signUp({ role: 'admin' }),
  ]);
  appRole = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 0 });
});
afterAll(() => appRole.end());

async function newType(packs: number): Promise<string> {
  made += 1;
  return stockPackType(shop.context, {
    packs,
    purchaseLimit: null,
    id: `paused-${made}`,
    cardsAreMade: true,
  });
}

/** Makes a buyer who has cards that were bought with credits, and one disputed card payment. */
async function pausedBuyer(credits = 50) {
  const type = await newType(3);
  const buyer = await shop.signUp(credits + 10.8);
  await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type } });
  const own = await cardsOf(shop, buyer);
  const intentId = await buyToDispute(shop, buyer, type);
  const { packIds } = await purchased(shop, buyer, intentId);
  return { type, buyer, own, intentId, packId: packIds[0]! };
}

const saleOf = ({ card, packOpeningId }: Item) => ({ cardId: card.id, packOpeningId });

async function codeOf(
  as: SignedIn,
  method: string,
  path: string,
  body?: unknown,
): Promise<[number, string]> {
  const response = await shop.call(method, path, { as, body });
  return [response.status, response.body.error?.code];
}

async function detail(intentId: string): Promise<Detail> {
  const { body } = await shop.call<List>('GET', '/admin/disputes?limit=100', { as: admin });
  const providerId = await disputeOf(shop, intentId);
  const details = await Promise.all(
    body.data.disputes.map(({ id }) =>
      shop.call<Detail>('GET', `/admin/disputes/${id}`, { as: admin }),
    ),
  );
  return details.map((one) => one.body.data).find((one) => one.providerId === providerId)!;
}

const PAUSED = [403, 'ACCOUNT_PAUSED'];
const DISPUTED = [409, 'DISPUTED'];

describe('while a bank has not decided', () => {
  test('the account can’t buy, sell or ship, and reads why', async () => {
    const { type, buyer, own, packId, intentId } = await pausedBuyer();
    await postAll(shop);
    const packs = [{ packId: type, quantity: 1 }];
    const parcel = { cardGroups: groupsOf(own), shippingAddress: ADDRESS };
    const calls: [string, unknown][] = [
      ['/payments/purchase-with-balance', { packs, paymentMethod: 'balance' }],
      ['/packs/purchase', { packId: type }],
      ['/payments/create-payment-intent', { packs }],
      ['/cards/sell', saleOf(own[0]!)],
      ['/cards/sell/bulk', { cards: [saleOf(own[0]!)] }],
      ['/cards/convert', { cards: [saleOf(own[0]!)] }],
      ['/shipping/create-payment-intent', parcel],
      ['/shipping/requests', { ...parcel, paymentMethod: 'balance' }],
      ['/cards/ship', { ...parcel, paymentMethod: 'balance' }],
      ['/transactions/credits', { amount: 20, currency: 'CAD', paymentMethod: 'stripe' }],
    ];
    for (const [path, body] of calls) {
      expect([path, await codeOf(buyer, 'POST', path, body)]).toEqual([path, PAUSED]);
    }
    expect(await codeOf(buyer, 'POST', `/packs/${packId}/open`)).toEqual(DISPUTED);
    expect(await codeOf(buyer, 'POST', '/packs/open', { packId })).toEqual(DISPUTED);

    const why = /disputed at your bank/;
    const asked = await Promise.all([
      shop.call<{ ineligibilityReason: string }>('POST', '/payments/purchase-eligibility', {
        as: buyer,
        body: { packs },
      }),
      shop.call<{ ineligibilityReason: string }>('POST', '/shipping/eligibility', {
        as: buyer,
        body: { cardGroups: groupsOf(own) },
      }),
    ]);
    for (const { body } of asked) expect(body.data.ineligibilityReason).toMatch(why);
    const checked = await Promise.all([
      shop.call<{ errors: string[] }>('POST', '/packs/validate-purchase', {
        as: buyer,
        body: { packId: type, quantity: 1 },
      }),
      shop.call<{ errors: string[] }>('POST', '/transactions/credits/validate', {
        as: buyer,
        body: { amount: 20, currency: 'CAD' },
      }),
    ]);
    for (const { body } of checked) expect(body.data.errors[0]).toMatch(why);
    const profile = await shop.call<{ accountPause: string; debt: number }>(
      'GET',
      '/users/profile',
      { as: buyer },
    );
    expect(profile.body.data).toMatchObject({ accountPause: 'dispute', debt: 0 });

    await decided(shop, intentId, 'win');
    expect(
      (await shop.call('POST', '/cards/sell', { as: buyer, body: saleOf(own[0]!) })).status,
    ).toBe(200);
    expect((await shop.call('POST', `/packs/${packId}/open`, { as: buyer })).status).toBe(200);
  });

  test('the payment is not refunded, and the account is not deleted', async () => {
    const { buyer, intentId } = await pausedBuyer();
    const { body } = await shop.call<{ transactions: { id: string; paymentId: string }[] }>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: buyer },
    );
    const bought = body.data.transactions.find((one) => one.paymentId === intentId)!;
    await postAll(shop);
    expect(
      await codeOf(buyer, 'POST', `/transactions/${bought.id}/refund`, { reason: 'Not mine' }),
    ).toEqual(DISPUTED);
    const leaving = await shop.call('DELETE', '/users/profile', {
      as: buyer,
      body: { password: 'correct horse' },
    });
    expect(leaving.body.error.message).toMatch(/disputed at your bank/);
  });

  test('an open card payment of the account is ended, and money that still arrives is refunded', async () => {
    const { buyer } = await pausedBuyer();
    const other = await newType(1);
    const open = await begunPayment(shop, buyer, other);
    await postAll(shop);
    expect(await stockOf(shop, other)).toEqual({ available: 1 });
    expect((await confirm(shop, open)).status).toBe(400);
    expect((await beginPayment(shop, buyer, other)).status).toBe(403);
  });

  test('the account’s parcels wait, and its cards in them are locked when a parcel is cancelled', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp(20);
    const intentId = await buyToDispute(shop, buyer, type);
    const { packIds } = await purchased(shop, buyer, intentId);
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
    const cards = await cardsOf(shop, buyer);
    const parcel = await shipped(shop, buyer, cards.slice(0, 1));
    await postAll(shop);
    const packed = await shop.call('PATCH', `/admin/shipments/${parcel.id}`, {
      as: moderator,
      body: { status: 'packed' },
    });
    expect([packed.status, packed.body.error.code]).toEqual(PAUSED);
    await expect(
      appRole.query(`update shipments set state = 'packed' where id = $1`, [parcel.id]),
    ).rejects.toThrow(/is paused/);
    await shop.call('POST', `/shipping/requests/${parcel.id}/cancel`, { as: buyer });
    expect(await statusesOf(shop, buyer, cards)).toEqual(['locked', 'locked', 'locked']);
    await decided(shop, intentId, 'lose');
    expect(await statusesOf(shop, buyer, cards)).toEqual(['reclaimed', 'reclaimed', 'reclaimed']);
    expect(await balanceOf(shop, buyer)).toBe(20);
  });

  test('the thirty days of its cards are suspended', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const intentId = await buyToDispute(shop, buyer, type);
    const { packIds } = await purchased(shop, buyer, intentId);
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
    const [before] = await cardsOf(shop, buyer);
    await postAll(shop);
    await decide(shop, intentId, 'win');
    await shop.sandbox.takeEvents();
    const later = openAt(shop, 10 * DAY_MS);
    await updateDisputes(later.context, intentId);
    await later.close();
    const after = (await cardsOf(shop, buyer)).find((item) => item.card.id === before!.card.id)!;
    const gained =
      new Date(after.autoConvertAt!).getTime() - new Date(before!.autoConvertAt!).getTime();
    expect(Math.round(gained / DAY_MS)).toBe(10);
  });

  test.each<[string, (one: { cardId: string; buyer: SignedIn; intentId: string }) => string]>([
    [
      'sells a locked card',
      ({ cardId }) =>
        `update physical_cards set status = 'sold', lock_reason = null, exit_price = 1, exited_at = now() where id = '${cardId}'`,
    ],
    [
      'unlocks a locked card',
      ({ cardId }) =>
        `update physical_cards set status = 'available', lock_reason = null where id = '${cardId}'`,
    ],
    [
      'gives it another lock',
      ({ cardId }) => `update physical_cards set lock_reason = 'expired' where id = '${cardId}'`,
    ],
    [
      'converts it',
      ({ cardId }) =>
        `update physical_cards set status = 'converted', lock_reason = null, exit_price = 1, exited_at = now() where id = '${cardId}'`,
    ],
    [
      'takes it for the house',
      ({ cardId }) =>
        `update physical_cards set status = 'reclaimed', lock_reason = null, exited_at = now() where id = '${cardId}'`,
    ],
    [
      'pays for a card of the account',
      ({ buyer }) =>
        `select post_journal(gen_random_uuid(), 'card_sale', gen_random_uuid(), '${buyer.userId}', 'x', array['house:buyback'], array['${buyer.userId}'], array[1]::bigint[])`,
    ],
    [
      'forgets the dispute',
      ({ buyer }) => `delete from disputes where user_id = '${buyer.userId}'`,
    ],
    [
      'makes it smaller',
      ({ buyer }) => `update disputes set amount = 1 where user_id = '${buyer.userId}'`,
    ],
  ])('the shop’s own role never %s', async (_what, attack) => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const intentId = await buyToDispute(shop, buyer, type);
    const { packIds } = await purchased(shop, buyer, intentId);
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
    await postAll(shop);
    const [card] = await cardsOf(shop, buyer);
    await expect(appRole.query(attack({ cardId: card!.card.id, buyer, intentId }))).rejects.toThrow(
      /waits for its dispute|is paused|permission denied|keeps its payment|can't go from/,
    );
  });

  test('the shop’s own role never opens a disputed pack', async () => {
    const { packId, buyer } = await pausedBuyer();
    await postAll(shop);
    const { rows } = await appRole.query(
      `select * from open_packs($1, array[gen_random_uuid()], array[$2]::uuid[], interval '30 days')`,
      [buyer.userId, packId],
    );
    expect(rows).toEqual([]);
    await expect(
      appRole.query(`update places set state = 'sold' where id = $1`, [packId]),
    ).rejects.toThrow(/waits for its dispute/);
  });
});

describe('a parcel whose fee is disputed', () => {
  async function shipByCard(buyer: SignedIn, items: Item[]): Promise<string> {
    const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
      as: buyer,
      body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS },
    });
    await confirm(shop, body.data, { payment_method: DISPUTING['not received'] });
    await ship(shop, buyer, items, {
      paymentMethod: 'stripe',
      paymentIntentId: body.data.paymentIntentId,
    });
    return body.data.paymentIntentId;
  }

  async function owner() {
    const type = await newType(1);
    const buyer = await shop.signUp(10.8);
    await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type } });
    const items = await cardsOf(shop, buyer);
    return { buyer, items, intentId: await shipByCard(buyer, items) };
  }

  async function parcelOf(buyer: SignedIn): Promise<{ id: string; status: string }> {
    const { body } = await shop.call<{ shipments: { id: string; status: string }[] }>(
      'GET',
      '/shipping/requests',
      { as: buyer },
    );
    return body.data.shipments[0]!;
  }

  test('stays here, can’t be cancelled, and is cancelled once the fee is lost, without a debt', async () => {
    const { buyer, items, intentId } = await owner();
    await postAll(shop);
    const { id } = await parcelOf(buyer);
    expect(await codeOf(buyer, 'POST', `/shipping/requests/${id}/cancel`)).toEqual(DISPUTED);
    const byOperator = await shop.call('PATCH', `/admin/shipments/${id}`, {
      as: moderator,
      body: { status: 'cancelled' },
    });
    expect(byOperator.body.error.code).toBe('DISPUTED');
    await decided(shop, intentId, 'lose');
    expect(await parcelOf(buyer)).toMatchObject({ status: 'cancelled' });
    expect(new Set(await statusesOf(shop, buyer, items))).toEqual(new Set(['available']));
    expect(await detail(intentId)).toMatchObject({ debt: 0, accountPause: null });
  });

  test.each(['win', 'lose'] as const)(
    'stops if the payment for its cards is lost, whoever gets the fee in the end: %s',
    async (how) => {
      const type = await newType(1);
      const buyer = await shop.signUp();
      const packsIntent = await buyToDispute(shop, buyer, type);
      const { packIds } = await purchased(shop, buyer, packsIntent);
      await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
      const items = await cardsOf(shop, buyer);
      const feeIntent = await shipByCard(buyer, items);
      await postAll(shop);
      await decided(shop, packsIntent, 'lose');
      expect(await parcelOf(buyer)).toMatchObject({ status: 'cancelled' });
      expect(new Set(await statusesOf(shop, buyer, items))).toEqual(new Set(['reclaimed']));
      expect(await refundsOf(feeIntent)).toEqual([]);
      await decided(shop, feeIntent, how);
      await postAll(shop);
      expect(await refundsOf(feeIntent)).toEqual(
        how === 'win' ? [{ state: 'paid', amount: 8 }] : [],
      );
      expect(await detail(feeIntent)).toMatchObject({ debt: 0, accountPause: null });
    },
  );

  test('that has already left makes its fee a debt', async () => {
    const { buyer, intentId } = await owner();
    const { id } = await parcelOf(buyer);
    for (const body of [
      { status: 'packed' },
      { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 1' },
    ]) {
      const moved = await shop.call('PATCH', `/admin/shipments/${id}`, { as: moderator, body });
      expect(moved.status).toBe(200);
    }
    await postAll(shop);
    await decided(shop, intentId, 'lose');
    expect(await detail(intentId)).toMatchObject({
      debt: 8,
      accountPause: 'debt',
      accountDebt: 8,
      evidence: { shipments: [{ trackingNumber: 'CP 1', status: 'shipped' }] },
    });
  });
});

/** The refunds of a payment, with their amounts in dollars. */
async function refundsOf(intentId: string): Promise<{ state: string; amount: number }[]> {
  const { rows } = await shop.owner.query<{ state: string; amount: number }>(
    `select f.state, f.amount::int / 100.0::float8 as amount
     from refunds f join payments y on y.id = f.payment_id where y.intent_id = $1`,
    [intentId],
  );
  return rows;
}

describe('after a payment is lost', () => {
  test.each(['canceled', 'succeeded'] as const)(
    'its cards that waited for a shipping payment become the shop’s as well, when that has %s',
    async (end) => {
      const type = await newType(1);
      const buyer = await shop.signUp();
      const intentId = await buyToDispute(shop, buyer, type);
      const { packIds } = await purchased(shop, buyer, intentId);
      await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
      const items = await cardsOf(shop, buyer);
      const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
        as: buyer,
        body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS },
      });
      await setStatus(shop, body.data, 'processing');
      await postAll(shop);
      await decided(shop, intentId, 'lose');
      expect(await detail(intentId)).toMatchObject({ debt: 0, accountPause: null });
      await expect(
        appRole.query(
          `update physical_cards set status = 'shipped', lock_reason = null, shipped_at = now() where id = $1`,
          [items[0]!.card.id],
        ),
      ).rejects.toThrow(/waits for its dispute/);
      if (end === 'succeeded') {
        await setStatus(shop, body.data, 'requires_payment_method');
        await confirm(shop, body.data);
      } else await setStatus(shop, body.data, 'canceled');
      await confirmIntent(shop.context, body.data.paymentIntentId);
      expect(new Set(await statusesOf(shop, buyer, items))).toEqual(new Set(['reclaimed']));
      expect(await refundsOf(body.data.paymentIntentId)).toEqual(
        end === 'succeeded' ? [{ state: 'paid', amount: 8 }] : [],
      );
    },
  );

  test('its credits are not refunded as well', async () => {
    const buyer = await shop.signUp();
    const intentId = await topUpToDispute(shop, buyer, 20);
    await decided(shop, intentId, 'lose');
    // The buyer gets as many new credits as the dispute has taken back.
    await shop.call('POST', `/users/credits?userId=${buyer.userId}`, {
      as: admin,
      body: { amount: 20, reason: 'A gift' },
    });
    const { body } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?type=credit_purchase',
      { as: buyer },
    );
    const path = `/transactions/${body.data.transactions[0]!.id}/refund`;
    expect(await codeOf(admin, 'POST', path, { reason: 'By mistake' })).toEqual(DISPUTED);
    expect(await refundsOf(intentId)).toEqual([]);
  });

  test('its failed refund is not paid again while the bank has the money', async () => {
    const type = await newType(1);
    const buyer = await shop.signUp();
    const intentId = await buyToDispute(shop, buyer, type, { card: 'inquiry' });
    await postAll(shop);
    await sendRefundsBack(shop, intentId);
    const { body: bought } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: buyer },
    );
    const asked = await shop.call<{ id: string }>(
      'POST',
      `/transactions/${bought.data.transactions[0]!.id}/refund`,
      { as: buyer, body: { reason: 'Too many' } },
    );
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    await decided(shop, intentId, 'escalate');
    const path = `/admin/refunds/${asked.body.data.id}/replace`;
    const again = () => codeOf(admin, 'POST', path, { method: 'credits', reason: 'Again' });
    expect(await again()).toEqual(DISPUTED);
    await decided(shop, intentId, 'lose');
    expect(await again()).toEqual(DISPUTED);
    expect(await refundsOf(intentId)).toEqual([{ state: 'failed', amount: 11.3 }]);
  });
});

describe('operators', () => {
  test('see each dispute with the shop’s evidence, and save it for the bank', async () => {
    const { buyer, intentId, type } = await pausedBuyer();
    await postAll(shop);
    const found = await detail(intentId);
    expect(found).toMatchObject({
      state: 'open',
      amount: 11.3,
      fee: 15,
      reason: 'fraudulent',
      purpose: 'order',
      user: { id: buyer.userId },
      accountPause: 'dispute',
      evidence: {
        payment: { intentId, amount: 11.3 },
        packs: [{ name: `Pack ${type}`, openedAt: null, cards: [] }],
        signIns: [{ ip: '127.0.0.1', userAgent: 'lightMyRequest' }],
      },
    });
    const { body } = await shop.call<string>('GET', `/admin/disputes/${found.id}/evidence.html`, {
      as: admin,
    });
    for (const word of [found.providerId, intentId, `Pack ${type}`, '127.0.0.1']) {
      expect(body.data).toContain(word);
    }
    expect(body.data).not.toMatch(/<script|src=|href=/);
    const listed = await shop.call<List>('GET', '/admin/disputes?state=open', { as: admin });
    expect(listed.body.data.disputes.map(({ id }) => id)).toContain(found.id);
    const nobody = '/admin/disputes/0f8fad5b-d9cb-469f-a165-70867728950e';
    expect((await codeOf(admin, 'GET', nobody))[1]).toBe('NOT_FOUND');
    expect((await codeOf(admin, 'GET', `${nobody}/evidence.html`))[1]).toBe('NOT_FOUND');
    for (const act of ['lift-pause', 'write-off']) {
      expect((await codeOf(admin, 'POST', `${nobody}/${act}`, { reason: 'x' }))[1]).toBe(
        'NOT_FOUND',
      );
    }
  });

  test('are notified by mail and by the overview, and so is the account’s owner', async () => {
    const disputes = async () => {
      const { body } = await shop.call<Waiting>('GET', '/admin/waiting', { as: admin });
      return body.data.waiting.find(({ kind }) => kind === 'disputes')?.count ?? 0;
    };
    const before = await disputes();
    const { buyer, intentId } = await pausedBuyer();
    const treasurer = await shop.signUp({ rights: ['money'] });
    await postAll(shop);
    expect((await disputes()) - before).toBe(1);
    await decided(shop, intentId, 'lose');
    const { rows } = await shop.owner.query<{ kind: string; subject: string }>(
      `select kind, subject from mails where user_id = $1 and kind = 'disputed_payment' order by created_at`,
      [buyer.userId],
    );
    expect(rows.map((row) => row.subject)).toEqual([
      'Your bank is disputing a payment to Felt & Foil',
      'Your bank has taken a payment back',
    ]);
    const id = (await detail(intentId)).id;
    const toldTo = async ({ userId }: SignedIn) => {
      const told = await shop.owner.query<{ subject: string }>(
        `select subject from mails where user_id = $1 and fact like 'dispute ' || $2 || '%' order by created_at`,
        [userId, id],
      );
      return told.rows.map((row) => row.subject);
    };
    const both = ['A payment is disputed: CAD 11.30', 'A dispute was lost: CAD 11.30'];
    expect([await toldTo(admin), await toldTo(treasurer)]).toEqual([both, both]);
    expect(await toldTo(moderator)).toEqual([]);
  });

  test('let an account they know buy again, and its disputed pack stays locked', async () => {
    const { buyer, own, packId, intentId } = await pausedBuyer();
    await postAll(shop);
    const { id } = await detail(intentId);
    const path = `/admin/disputes/${id}/lift-pause`;
    expect((await codeOf(moderator, 'POST', path, { reason: 'A regular' }))[0]).toBe(403);
    const lifted = await shop.call<Detail>('POST', path, {
      as: admin,
      body: { reason: 'A regular' },
    });
    expect(lifted.body.data).toMatchObject({ accountPause: null });
    expect(
      (await shop.call('POST', '/cards/sell', { as: buyer, body: saleOf(own[0]!) })).status,
    ).toBe(200);
    expect(await codeOf(buyer, 'POST', `/packs/${packId}/open`)).toEqual(DISPUTED);
    expect((await codeOf(admin, 'POST', path, { reason: 'Again' }))[1]).toBe('INVALID_TRANSITION');
  });

  test('waive a debt, and then the account can buy again', async () => {
    const buyer = await shop.signUp();
    const intentId = await topUpToDispute(shop, buyer, 20);
    const type = await newType(1);
    expect(
      (await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type } })).status,
    ).toBe(200);
    await decided(shop, intentId, 'lose');
    const { id } = await detail(intentId);
    expect(await detail(intentId)).toMatchObject({ accountDebt: 10.8, accountPause: 'debt' });
    // A paused account may buy credits, because credits pay its debt.
    const topUp = await shop.call('POST', '/transactions/credits', {
      as: buyer,
      body: { amount: 10, currency: 'CAD', paymentMethod: 'stripe' },
    });
    expect(topUp.status).toBe(200);
    const path = `/admin/disputes/${id}/write-off`;
    const done = await shop.call<Detail>('POST', path, {
      as: admin,
      body: { reason: 'Too little' },
    });
    expect(done.body.data).toMatchObject({ accountDebt: 0, accountPause: null });
    expect((await codeOf(admin, 'POST', path, { reason: 'Again' }))[1]).toBe('INVALID_TRANSITION');
  });

  test('play the sandbox’s bank by a command', async () => {
    const { type, intentId } = await pausedBuyer();
    await postAll(shop);
    const id = await disputeOf(shop, intentId);
    const won = await runShopCommand(shop.url, ['sandbox', 'dispute', 'win', id]);
    expect([won.code, won.err]).toEqual([0, '']);
    await postAll(shop);
    expect(await stockOf(shop, type)).toMatchObject({ sold: 1 });
    const again = await runShopCommand(shop.url, ['sandbox', 'dispute', 'lose', id]);
    expect([again.code, again.err]).toEqual([1, 'This dispute is already closed.\n']);
    expect((await runShopCommand(shop.url, ['sandbox', 'dispute', 'draw', id])).code).toBe(2);
  });
});
