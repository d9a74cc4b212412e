// A shopper pays by card, from the first request to the packs. The test uses HTTP, and Stripe's SDK
// talks to the sandbox.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  post,
  postAll,
  purchased,
  stockOf,
  setStatus,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });
const creditsOnly = useTestApp();
const throttled = useTestApp({ RATE_LIMITS: 'on' }, { cards: true });
let unlimited: string;

beforeAll(async () => {
  unlimited = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  await shop.owner.query(
    `insert into discount_codes (code, percent, uses_max) values ('TENOFF', 10, null), ('ONEUSE', 10, 1)`,
  );
});

const newType = (packs: number, purchaseLimit: number | null = 1) =>
  stockPackType(shop.context, { packs, purchaseLimit });

async function balanceOf(buyer: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/profile', {
    as: buyer,
  });
  return body.data.account_balance;
}

async function housesOf(packTypeId: string): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{ account: string; amount: number }>(
    `select e.account, sum(e.amount)::int as amount from orders o
     join order_lines l on l.order_id = o.id and l.pack_type_id = $1
     join journals j on j.reference_id = o.id and j.kind = 'pack_purchase'
     join transfers t on t.journal_id = j.id
     cross join lateral (values (t.debit_account_id, t.amount), (t.credit_account_id, -t.amount)) e (account, amount)
     group by e.account`,
    [packTypeId],
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
}

describe('paying by card', () => {
  test('reserves the packs for ten minutes, and returns what the browser needs', async () => {
    const packId = await newType(3);
    const buyer = await shop.signUp();
    const begunAt = Date.now();
    const { status, body } = await beginPayment(shop, buyer, packId, { amount: 11.3 });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      paymentIntentId: expect.stringMatching(/^pi_\w+$/),
      expiresAt: expect.any(String),
      amount: 11.3, // 10.00 + 8% tax + 0.50
      currency: 'cad',
    });
    const reservedSince = Date.parse(body.data.expiresAt) - 600_000;
    expect(reservedSince).toBeGreaterThanOrEqual(begunAt);
    expect(reservedSince).toBeLessThanOrEqual(Date.now());
    expect(await stockOf(shop, packId)).toEqual({ available: 2, reserved: 1 });
    expect(await purchased(shop, buyer, body.data.paymentIntentId)).toEqual({
      packIds: [],
      status: 'pending',
      packs: [],
      singles: [],
      tickets: [],
    });
  });

  test('sells the packs, sealed, when the money arrives, and posts every part of it', async () => {
    const packId = await newType(3, null);
    const buyer = await shop.signUp(5);
    const intent = await begunPayment(shop, buyer, packId, { quantity: 2 });
    const paid = await confirm(shop, intent);
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
    await postAll(shop);

    const bought = await purchased(shop, buyer, intent.paymentIntentId);
    expect(bought.status).toBe('succeeded');
    expect(bought.packIds).toHaveLength(2);
    expect(bought.packs).toEqual(
      bought.packIds.map((id) => ({
        packId: id,
        packTypeId: packId,
        name: `Pack ${packId}`,
        opened: false,
        packOpeningId: null,
      })),
    );
    expect(await stockOf(shop, packId)).toEqual({ available: 1, sold: 2 });
    expect(await housesOf(packId)).toEqual({
      'house:card_clearing': 2210,
      'house:sales': -2000,
      'house:tax': -160,
      'house:fees': -50,
    });
    expect(await balanceOf(buyer)).toBe(5);

    const history = await shop.call<{ packs: { paymentIntentId: string; status: string }[] }>(
      'GET',
      '/packs/history',
      { as: buyer },
    );
    expect(history.body.data.packs.map((pack) => [pack.paymentIntentId, pack.status])).toEqual([
      [intent.paymentIntentId, 'purchased'],
      [intent.paymentIntentId, 'purchased'],
    ]);
    const opened = await shop.call<{ packOpeningId: string }>(
      'POST',
      `/packs/${bought.packIds[0]}/open`,
      { as: buyer },
    );
    expect(opened.status).toBe(200);
    const after = await purchased(shop, buyer, intent.paymentIntentId);
    // Sealed packs come first, because the page opens the sealed packs next.
    expect(after.packs.map((pack) => [pack.opened, pack.packOpeningId])).toEqual([
      [false, null],
      [true, opened.body.data.packOpeningId],
    ]);
  });

  test('for a pack that is sold once a user says how to open it', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const reached = async () =>
      (await shop.call('GET', '/packs/reached-limits', { as: buyer })).body.data;
    const intent = await begunPayment(shop, buyer, packId);
    // A reserved pack is not bought yet, so the list does not have its type.
    expect(await reached()).toEqual([]);
    await confirm(shop, intent);
    await purchased(shop, buyer, intent.paymentIntentId);
    expect(await reached()).toEqual([
      { packTypeId: packId, isSealed: true, paymentIntentId: intent.paymentIntentId },
    ]);
  });

  test('is confirmed by the browser’s request as well as by the webhook', async () => {
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, unlimited);
    await confirm(shop, intent);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
    await postAll(shop);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
  });

  test('is not visible to other users', async () => {
    const [buyer, other] = [await shop.signUp(), await shop.signUp()];
    const { paymentIntentId } = await begunPayment(shop, buyer, unlimited);
    for (const id of [paymentIntentId, 'pi_unknown']) {
      const { status, body } = await shop.call('GET', `/payments/purchased-packs/${id}`, {
        as: other,
      });
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    const { status, body } = await shop.call('GET', '/payments/purchased-packs/nonsense', {
      as: buyer,
    });
    expect([status, body.error.message]).toEqual([400, 'Invalid payment intent ID']);
  });

  test('a discount is used while the packs are reserved, and free again when they are released', async () => {
    const [first, second] = [await shop.signUp(100), await shop.signUp()];
    const intent = await begunPayment(shop, first, unlimited, { discountCode: 'oneuse' });
    expect(intent.amount).toBe(10.22); // 9.00 + 0.72 + 0.50
    const total = await shop.call<{ total: number }>('POST', '/payments/calculate-total', {
      as: first,
      body: { packs: [{ packId: unlimited, quantity: 1 }], discountCode: 'ONEUSE' },
    });
    expect(total.body.data.total).toBe(10.22);
    const refused = await beginPayment(shop, second, unlimited, { discountCode: 'ONEUSE' });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'DISCOUNT_CODE_INVALID']);

    await begunPayment(shop, first, unlimited);
    expect((await begunPayment(shop, second, unlimited, { discountCode: 'ONEUSE' })).amount).toBe(
      10.22,
    );
  });
});

describe('a payment is refused', () => {
  test('if the shopper saw another total, and nothing is reserved', async () => {
    const packId = await newType(1);
    const { status, body } = await beginPayment(shop, await shop.signUp(), packId, {
      amount: 11.29,
    });
    expect([status, body.error.code]).toEqual([400, 'AMOUNT_MISMATCH']);
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
  });

  test('for packs that are unknown, sold out or beyond the limit', async () => {
    const buyer = await shop.signUp();
    const packId = await newType(5);
    const [unknown, soldOut, beyond] = [
      await beginPayment(shop, buyer, 'no-such-pack'),
      await beginPayment(shop, buyer, await newType(0)),
      await beginPayment(shop, buyer, packId, { quantity: 2 }),
    ];
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    expect([soldOut.status, soldOut.body.error.code]).toEqual([404, 'PACK_UNAVAILABLE']);
    expect([beyond.status, beyond.body.error.code]).toEqual([400, 'PURCHASE_LIMIT_REACHED']);
  });

  test('if it is too little for a card', async () => {
    const packId = await stockPackType(shop.context, { packs: 1, price: 1 });
    await shop.owner.query(`insert into discount_codes (code, percent) values ('ALLOFF', 100)`);
    const free = useFeeless();
    const { status, body } = await free.begin(packId);
    expect([status, body.error.message]).toEqual([
      400,
      'Card payments start at CAD 0.50. Please use your account balance.',
    ]);
  });

  test('of a buyer who begins twenty carts in ten minutes; the same cart again does not count', async () => {
    const packIds = [
      await stockPackType(throttled.context, { packs: 1 }),
      await stockPackType(throttled.context, { packs: 1 }),
    ];
    const buyer = await throttled.signUp();
    for (let count = 0; count < 20; count += 1) {
      await begunPayment(throttled, buyer, packIds[count % 2]!);
      // Moves the unpaid payments to yesterday, because unpaid payments of the last day would cause
      // a pause.
      await throttled.owner.query(
        `update payments set updated_at = updated_at - interval '1 day' where user_id = $1 and state = 'canceled'`,
        [buyer.userId],
      );
    }
    await begunPayment(throttled, buyer, packIds[1]!);
    const refused = await beginPayment(throttled, buyer, packIds[0]!);
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect((await beginPayment(throttled, await throttled.signUp(), packIds[0]!)).status).toBe(200);
  });

  test('in other money, or for no money', async () => {
    const buyer = await shop.signUp();
    for (const more of [{ currency: 'usd' }, { amount: 0 }, { amount: -1 }, { amount: 1.234 }]) {
      const { status, body } = await shop.call('POST', '/payments/create-payment-intent', {
        as: buyer,
        body: { packs: [{ packId: unlimited, quantity: 1 }], ...more },
      });
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
  });

  test('in a shop without card payments', async () => {
    const buyer = await creditsOnly.signUp();
    const packId = await stockPackType(creditsOnly.context, { packs: 1 });
    const refused = await beginPayment(creditsOnly, buyer, packId);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'Card payments are not available',
    ]);
    const webhook = await creditsOnly.call('POST', '/stripe/webhook', { body: {} });
    expect([webhook.status, webhook.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

/** Begins payments in this shop without a card fee. */
function useFeeless() {
  return {
    begin: async (packId: string) => {
      const { config } = shop.context;
      const fee = config.cardFee;
      config.cardFee = 0 as typeof fee;
      try {
        return await beginPayment(shop, await shop.signUp(), packId, { discountCode: 'ALLOFF' });
      } finally {
        config.cardFee = fee;
      }
    },
  };
}

describe('before a payment, the shop says', () => {
  test('that cards can be used, even if a pack is already reserved for the shopper', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp(100);
    await begunPayment(shop, buyer, packId);
    const body = { packs: [{ packId, quantity: 1 }] };
    const own = await shop.call('POST', '/payments/purchase-eligibility', { as: buyer, body });
    expect(own.body.data).toMatchObject({
      eligible: true,
      availablePaymentMethods: ['balance', 'stripe'],
    });
    const valid = await shop.call('POST', '/packs/validate-purchase', {
      as: buyer,
      body: { packId, quantity: 1 },
    });
    expect(valid.body.data).toMatchObject({ valid: true });
    const other = await shop.signUp(100);
    const taken = await shop.call('POST', '/payments/purchase-eligibility', { as: other, body });
    expect(taken.body.data).toMatchObject({ eligible: false });
  });

  test('its publishable key, and whether it is a sandbox', async () => {
    const [sandboxed, without] = [
      await shop.call('GET', '/config'),
      await creditsOnly.call('GET', '/config'),
    ];
    expect(sandboxed.body.data).toMatchObject({
      stripePublishableKey: 'pk_test_sandbox',
      sandbox: true,
    });
    expect(without.body.data).toMatchObject({ stripePublishableKey: null, sandbox: false });
  });
});

describe('a shopper’s open payment', () => {
  test('is the same one for the same cart, however it is written', async () => {
    const buyer = await shop.signUp();
    const first = await begunPayment(shop, buyer, unlimited, { quantity: 2 });
    const again = await shop.call('POST', '/payments/create-payment-intent', {
      as: buyer,
      body: {
        packs: [
          { packId: unlimited, quantity: 1 },
          { packId: unlimited, quantity: 1 },
        ],
        amount: first.amount,
      },
    });
    expect(again.body.data).toEqual(first);
  });

  test('is begun once by ten requests at the same moment', async () => {
    const packId = await newType(20, null);
    const buyer = await shop.signUp();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => beginPayment(shop, buyer, packId)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.data.paymentIntentId)).size).toBe(1);
    expect(await stockOf(shop, packId)).toEqual({ available: 19, reserved: 1 });
  });

  test('is ended by another cart, and can’t be paid any more', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const first = await begunPayment(shop, buyer, packId);
    const second = await begunPayment(shop, buyer, unlimited);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
    const late = await confirm(shop, first);
    expect([late.status, late.body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
    expect((await purchased(shop, buyer, first.paymentIntentId)).status).toBe('canceled');
  });

  test('is ended by paying with credits, for the same pack', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp(100);
    const intent = await begunPayment(shop, buyer, packId);
    const bought = await shop.call('POST', '/payments/purchase-with-balance', {
      as: buyer,
      body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    });
    expect(bought.status).toBe(200);
    expect((await confirm(shop, intent)).status).toBe(400);
    expect(await stockOf(shop, packId)).toEqual({ opened: 1 });
  });

  test('is ended when they release their packs, which are on sale again at once', async () => {
    const own = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    const shopper = await shop.signUp();
    const release = (purpose: string) =>
      shop.call('POST', '/payments/release', { as: shopper, body: { purpose } });
    const intent = await begunPayment(shop, shopper, own, { quantity: 2 });
    expect(await stockOf(shop, own)).toEqual({ reserved: 2 });
    expect((await release('shipment')).status).toBe(200);
    expect(await stockOf(shop, own)).toEqual({ reserved: 2 });
    expect((await release('order')).status).toBe(200);
    expect(await stockOf(shop, own)).toEqual({ available: 2 });
    expect((await confirm(shop, intent)).status).not.toBe(200);
    // The second call finds nothing to release, and still gets the response of a success.
    expect((await release('order')).status).toBe(200);
  });

  test('that was paid while another cart began is confirmed, not cancelled', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp(100);
    const intent = await begunPayment(shop, buyer, packId);
    await confirm(shop, intent);
    const again = await beginPayment(shop, buyer, packId);
    expect([again.status, again.body.error.code]).toEqual([400, 'PURCHASE_LIMIT_REACHED']);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
  });

  test('is the same one while its bank has not responded: nobody pays twice for one cart', async () => {
    const packId = await newType(3, null);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    await setStatus(shop, intent, 'processing');
    expect((await begunPayment(shop, buyer, packId)).paymentIntentId).toBe(intent.paymentIntentId);
    expect((await begunPayment(shop, buyer, packId)).paymentIntentId).toBe(intent.paymentIntentId);
    expect(await stockOf(shop, packId)).toEqual({ available: 2, reserved: 1 });
  });

  test('whose bank has not responded stays beside the payment of another cart', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const first = await begunPayment(shop, buyer, packId);
    await setStatus(shop, first, 'processing');
    const second = await begunPayment(shop, buyer, unlimited);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect(await stockOf(shop, packId)).toEqual({ reserved: 1 });
    expect((await begunPayment(shop, buyer, unlimited)).paymentIntentId).toBe(
      second.paymentIntentId,
    );
  });

  test('that another cart ended during its creation is reported as ended', async () => {
    const buyer = await shop.signUp();
    const [slow, quick] = [await newType(1), await newType(1)];
    let isFirst = true;
    shop.sandbox.faults.before = async ({ path }) => {
      if (path !== '/v1/payment_intents' || !isFirst) return;
      isFirst = false;
      // While the first cart waits for the provider, another cart begins and finishes its payment.
      await begunPayment(shop, buyer, quick);
    };
    const ended = await beginPayment(shop, buyer, slow);
    shop.sandbox.faults = {};
    expect([ended.status, ended.body.error.code]).toEqual([409, 'RESERVATION_EXPIRED']);
    expect([await stockOf(shop, slow), await stockOf(shop, quick)]).toEqual([
      { available: 1 },
      { reserved: 1 },
    ]);
  });
});

describe('a webhook', () => {
  test.each([
    ['without a signature', (body: string) => ({ body, signature: '' })],
    ['signed by somebody else', (body: string) => shop.sandbox.sign(body, { secret: 'whsec_x' })],
    [
      'that is older than five minutes',
      (body: string) => shop.sandbox.sign(body, { atS: Math.floor(Date.now() / 1000) - 301 }),
    ],
    [
      'that is dated more than five minutes ahead',
      (body: string) => shop.sandbox.sign(body, { atS: Math.floor(Date.now() / 1000) + 900 }),
    ],
    [
      'whose body was changed',
      (body: string) => ({ ...shop.sandbox.sign(body), body: body.replace('evt_', 'evt_x') }),
    ],
  ])('%s is refused', async (_what, forge) => {
    const event = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
    });
    const { status, body } = await post(shop, forge(event));
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const { rows } = await shop.owner.query(`select 1 from stripe_events where intent_id = 'pi_1'`);
    expect(rows).toEqual([]);
  });

  test.each([
    'null',
    '7',
    '"evt_1"',
    '[]',
    '{}',
    '{"id":"evt_1"}',
    '{"id":7,"type":"x","data":{"object":{}}}',
    '{"id":"evt_\\u0000","type":"x","data":{"object":{}}}',
    '{"id":"evt_1","type":"x","data":null}',
    '{"id":"evt_1","type":"x","data":{"object":null}}',
  ])('that is signed but no event, %s, is refused', async (text) => {
    const { status, body } = await post(shop, shop.sandbox.sign(text));
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('about another shop’s intent is accepted, and changes nothing', async () => {
    const event = shop.sandbox.sign(
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'payment_intent.succeeded',
        data: { object: { id: 'pi_somebody_elses', object: 'payment_intent' } },
      }),
    );
    const { status, body } = await post(shop, event);
    expect([status, body.data]).toEqual([200, { received: true }]);
  });

  test('that only claims a success is not believed: the shop queries the intent', async () => {
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, unlimited);
    const claim = shop.sandbox.sign(
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'payment_intent.succeeded',
        data: {
          object: { id: intent.paymentIntentId, object: 'payment_intent', status: 'succeeded' },
        },
      }),
    );
    expect((await post(shop, claim)).status).toBe(200);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('pending');
  });
});
