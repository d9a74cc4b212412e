// Tests payments whose money comes late, twice or in any order, and payments during a crash.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import type { CardProvider } from '../runtime/card-provider.ts';
import type { Context } from '../runtime/context.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  post,
  postAll,
  purchased,
  stockOf,
  type Intent,
  setStatus,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { releaseReservations } from './release-reservations.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
const pools: pg.Pool[] = [];
let real: CardProvider;

beforeAll(() => {
  real = shop.context.cardProvider!;
});
afterEach(() => {
  shop.sandbox.faults = {};
  shop.context.cardProvider = real;
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
});

/** Returns a context of the shop whose clock is some minutes ahead. */
function inMinutes(minutes: number): Context {
  const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: minutes * 60_000 });
  pools.push(pool);
  return { ...shop.context, db: overPool(pool) };
}

const newType = (packs: number, purchaseLimit: number | null = 1) =>
  stockPackType(shop.context, { packs, purchaseLimit });

async function statesOf(packTypeId: string): Promise<Record<string, string[]>> {
  const { rows } = await shop.owner.query<{ payment: string; reservation: string }>(
    `select y.state as payment, r.state as reservation from payments y
     join reservations r on r.id = y.subject_id
     join order_lines l on l.order_id = r.id and l.pack_type_id = $1 order by y.created_at`,
    [packTypeId],
  );
  return {
    payments: rows.map((row) => row.payment),
    reservations: rows.map((row) => row.reservation),
  };
}

async function intentsOf(buyer: SignedIn): Promise<Record<string, unknown>[]> {
  const { rows } = await shop.owner.query<{ body: Record<string, unknown> }>(
    `select body from sandbox.objects where kind = 'payment_intent' and body->'metadata'->>'user_id' = $1 order by created_at`,
    [buyer.userId],
  );
  return rows.map((row) => row.body);
}

async function refundsOf(intentId: string): Promise<number[]> {
  const { rows } = await shop.owner.query<{ amount: number }>(
    `select (body->>'amount')::int as amount from sandbox.objects where kind = 'refund' and body->>'payment_intent' = $1`,
    [intentId],
  );
  return rows.map((row) => row.amount);
}

/** Delivers only the event that reports an intent as paid. All other events are lost. */
async function tellOfSuccess({ paymentIntentId }: Intent): Promise<void> {
  const events = await shop.sandbox.takeEvents();
  const paid = events.find(
    ({ body }) => body.includes('"payment_intent.succeeded"') && body.includes(paymentIntentId),
  );
  await post(shop, paid!);
}

/** Puts the packs back on sale while the provider does not respond. The buyer can still pay the intent. */
async function releaseWhileAway(): Promise<void> {
  shop.sandbox.faults.before = ({ path }) => (path.endsWith('/cancel') ? 500 : undefined);
  await releaseReservations(inMinutes(26));
  shop.sandbox.faults = {};
}

describe('after the payment time', () => {
  test('the intent is cancelled, and then the packs go back on sale', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    expect(await releaseReservations(shop.context)).toEqual({ done: 0, failed: 0 });
    expect(await stockOf(shop, packId)).toEqual({ reserved: 1 });

    expect(await releaseReservations(inMinutes(10.1))).toEqual({ done: 1, failed: 0 });
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
    expect(await statesOf(packId)).toEqual({ payments: ['canceled'], reservations: ['expired'] });
    expect((await intentsOf(buyer))[0]).toMatchObject({ status: 'canceled' });
    expect((await confirm(shop, intent)).status).toBe(400);
    expect((await beginPayment(shop, await shop.signUp(), packId)).status).toBe(200);
  });

  test('money that was faster pays for the reserved packs', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    await confirm(shop, intent);
    await releaseReservations(inMinutes(11));
    expect(await statesOf(packId)).toEqual({ payments: ['succeeded'], reservations: ['paid'] });
    expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
  });

  test('a bank that has not responded yet gets more time', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    await setStatus(shop, intent, 'processing');
    const later = inMinutes(11);
    await releaseReservations(later);
    expect(await statesOf(packId)).toEqual({ payments: ['processing'], reservations: ['held'] });
    // The reservation was extended, so no payment has expired yet.
    expect(await releaseReservations(later)).toEqual({ done: 0, failed: 0 });
    await setStatus(shop, intent, 'requires_payment_method');
    await releaseReservations(inMinutes(22));
    expect(await statesOf(packId)).toEqual({ payments: ['canceled'], reservations: ['expired'] });
  });

  test('packs stay reserved for a quarter of an hour more if the provider does not respond, not forever', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    shop.sandbox.faults.before = () => 500;
    expect(await releaseReservations(inMinutes(24))).toEqual({ done: 0, failed: 1 });
    expect(await stockOf(shop, packId)).toEqual({ reserved: 1 });
    expect(await releaseReservations(inMinutes(26))).toEqual({ done: 1, failed: 0 });
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });

    shop.sandbox.faults = {};
    await releaseReservations(inMinutes(27));
    expect(await statesOf(packId)).toEqual({ payments: ['canceled'], reservations: ['expired'] });
    expect((await confirm(shop, intent)).status).toBe(400);
  });

  test('an operator can run the job by hand, as at another time', async () => {
    const packId = await newType(1);
    await begunPayment(shop, await shop.signUp(), packId);
    const at = new Date(Date.now() + 11 * 60_000).toISOString();
    expect(
      await runShopCommand(shop.url, ['jobs', 'run', 'release-reservations', '--at', at]),
    ).toEqual({ code: 0, out: '1 done, 0 failed.\n', err: '' });
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
    expect(await runShopCommand(shop.url, ['jobs', 'run', 'reconcile-payments'])).toEqual({
      code: 0,
      out: '0 done, 0 failed.\n',
      err: '',
    });
  });

  test('the server runs the job itself', async () => {
    const packId = await newType(1);
    await begunPayment(shop, await shop.signUp(), packId);
    const jobs = await startJobs(inMinutes(11));
    await expect.poll(() => stockOf(shop, packId)).toEqual({ available: 1 });
    await jobs.stop();
  });
});

describe('a payment with keys that the shop no longer has', () => {
  const lost = async (packId: string, buyer: SignedIn): Promise<Intent> => {
    const intent = await begunPayment(shop, buyer, packId);
    await shop.owner.query(`update sandbox.objects set kind = 'lost' where id = $1`, [
      intent.paymentIntentId,
    ]);
    return intent;
  };

  test.each<[string, (packId: string, buyer: SignedIn) => Promise<unknown>]>([
    ['the same cart', (packId, buyer) => beginPayment(shop, buyer, packId)],
    [
      'paying with credits',
      (packId, buyer) => shop.call('POST', '/packs/purchase', { as: buyer, body: { packId } }),
    ],
    ['the end of its time', () => releaseReservations(inMinutes(11))],
  ])('is given up by %s, and its packs are released', async (_what, come) => {
    const packId = await newType(1);
    const buyer = await shop.signUp(100);
    const intent = await lost(packId, buyer);
    await come(packId, buyer);
    expect((await statesOf(packId))['payments']![0]).toBe('failed');
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('canceled');
  });

  test('is confirmed if its money still arrives', async () => {
    const packId = await newType(2);
    const buyer = await shop.signUp();
    const intent = await lost(packId, buyer);
    await releaseReservations(inMinutes(11));
    await shop.owner.query(`update sandbox.objects set kind = 'payment_intent' where id = $1`, [
      intent.paymentIntentId,
    ]);
    await confirm(shop, intent);
    await postAll(shop);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
  });

  test('reserves its packs no longer than if the provider is unreachable', async () => {
    const packId = await newType(1);
    await begunPayment(shop, await shop.signUp(), packId);
    const without = (context: Context): Context => ({ ...context, cardProvider: null });
    await releaseReservations(without(inMinutes(24)));
    expect(await stockOf(shop, packId)).toEqual({ reserved: 1 });
    await releaseReservations(without(inMinutes(26)));
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
    await releaseReservations(inMinutes(27));
    expect((await statesOf(packId))['payments']).toEqual(['canceled']);
  });
});

describe('money that arrives too late', () => {
  test('buys other packs of the type, if there are any', async () => {
    const packId = await newType(2);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    await releaseWhileAway();
    expect(await stockOf(shop, packId)).toEqual({ available: 2 });

    await confirm(shop, intent);
    await postAll(shop);
    expect(await statesOf(packId)).toEqual({ payments: ['succeeded'], reservations: ['paid'] });
    expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
    expect(await refundsOf(intent.paymentIntentId)).toEqual([]);
  });

  test('is refunded at once, all of it, if there are none', async () => {
    const packId = await newType(1);
    const [buyer, faster] = [await shop.signUp(), await shop.signUp(100)];
    const intent = await begunPayment(shop, buyer, packId);
    await releaseWhileAway();
    await shop.call('POST', '/packs/purchase', { as: faster, body: { packId } });

    await confirm(shop, intent);
    expect(await purchased(shop, buyer, intent.paymentIntentId)).toEqual({
      packIds: [],
      status: 'refunded',
      packs: [],
      singles: [],
      tickets: [],
    });
    await postAll(shop);
    expect(await refundsOf(intent.paymentIntentId)).toEqual([1130]);
    const { rows } = await shop.owner.query(
      `select j.kind, t.debit_account_id as debit, t.credit_account_id as credit, t.amount::int
       from journals j join transfers t on t.journal_id = j.id where j.user_id = $1 order by t.created_at`,
      [buyer.userId],
    );
    expect(rows).toEqual([
      {
        kind: 'pack_purchase',
        debit: 'house:card_clearing',
        credit: 'house:refunds',
        amount: 1130,
      },
      { kind: 'refund', debit: 'house:refunds', credit: 'house:card_clearing', amount: 1130 },
    ]);
  });

  test('is refunded if the packs are off sale meanwhile, or the discount is used up', async () => {
    const packId = await newType(3);
    const buyer = await shop.signUp(100);
    const intent = await begunPayment(shop, buyer, packId);
    await releaseWhileAway();
    await shop.owner.query('update pack_types set is_available = false where id = $1', [packId]);
    await confirm(shop, intent);
    await postAll(shop);
    expect(await statesOf(packId)).toEqual({ payments: ['refunded'], reservations: ['expired'] });

    const other = await newType(3, null);
    await shop.owner.query(
      `insert into discount_codes (code, percent, uses_max) values ('LASTONE', 10, 1)`,
    );
    const [slow, quick] = [await shop.signUp(), await shop.signUp(100)];
    const discounted = await begunPayment(shop, slow, other, { discountCode: 'LASTONE' });
    await releaseWhileAway();
    await shop.call('POST', '/payments/purchase-with-balance', {
      as: quick,
      body: {
        packs: [{ packId: other, quantity: 1 }],
        paymentMethod: 'balance',
        discountCode: 'LASTONE',
      },
    });
    await confirm(shop, discounted);
    await postAll(shop);
    expect(await refundsOf(discounted.paymentIntentId)).toEqual([1022]);
  });

  test('is refunded later, once, if the provider does not respond at once', async () => {
    const packId = await newType(1);
    const [buyer, faster] = [await shop.signUp(), await shop.signUp(100)];
    const intent = await begunPayment(shop, buyer, packId);
    await releaseWhileAway();
    await shop.call('POST', '/packs/purchase', { as: faster, body: { packId } });
    await confirm(shop, intent);
    // At each request the provider makes the refund, but its response is lost.
    shop.sandbox.faults.hangUp = ({ method, path }) => method === 'POST' && path === '/v1/refunds';
    await tellOfSuccess(intent);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('refunded');
    expect((await statesOf(packId))['payments']).toEqual(['refund_due']);
    shop.sandbox.faults = {};
    await Promise.all([reconcilePayments(shop.context), reconcilePayments(shop.context)]);
    await postAll(shop);
    expect((await statesOf(packId))['payments']).toEqual(['refunded']);
    expect(await refundsOf(intent.paymentIntentId)).toEqual([1130]);
  });

  test('of a wrong amount buys nothing, and is refunded', async () => {
    const packId = await newType(1);
    const intent = await begunPayment(shop, await shop.signUp(), packId);
    await shop.owner.query(
      `update sandbox.objects set body = jsonb_set(body, '{amount}', '500') where id = $1`,
      [intent.paymentIntentId],
    );
    await confirm(shop, intent);
    await postAll(shop);
    expect(await statesOf(packId)).toEqual({ payments: ['refunded'], reservations: ['released'] });
    expect(await refundsOf(intent.paymentIntentId)).toEqual([500]);
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
  });
});

describe('events', () => {
  test('of a failure after the success change nothing', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    expect((await confirm(shop, intent, { payment_method: 'pm_card_chargeDeclined' })).status).toBe(
      402,
    );
    await confirm(shop, intent);
    for (const event of (await shop.sandbox.takeEvents()).toReversed()) {
      expect((await post(shop, event)).status).toBe(200);
    }
    expect(await statesOf(packId)).toEqual({ payments: ['succeeded'], reservations: ['paid'] });
  });

  test('that arrive before the shop has stored its intent still find their payment', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    shop.context.cardProvider = {
      ...real,
      createIntent: async (charge) => {
        const made = await real.createIntent(charge);
        await confirm(shop, { paymentIntentId: made.id, clientSecret: made.clientSecret });
        await postAll(shop);
        return made;
      },
    };
    await beginPayment(shop, buyer, packId);
    expect(await statesOf(packId)).toEqual({ payments: ['succeeded'], reservations: ['paid'] });
  });

  test('are accepted under the older and the newer of two secrets', async () => {
    const { stripeProvider } = await import('./stripe.ts');
    shop.context.cardProvider = stripeProvider({
      ...shop.sandbox.options,
      webhookSecrets: ['whsec_new', 'whsec_old'],
    });
    const event = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'customer.created',
      data: { object: { id: 'cus_1', object: 'customer' } },
    });
    for (const secret of ['whsec_new', 'whsec_old']) {
      expect((await post(shop, shop.sandbox.sign(event, { secret }))).status).toBe(200);
    }
    const third = await post(shop, shop.sandbox.sign(event, { secret: 'whsec_third' }));
    expect(third.status).toBe(400);
  });

  test('that can’t be processed now are requested again, and are not lost if the provider does not repeat them', async () => {
    const packId = await newType(1);
    const intent = await begunPayment(shop, await shop.signUp(), packId);
    await confirm(shop, intent);
    const events = await shop.sandbox.takeEvents();
    shop.sandbox.faults.before = () => 500;
    const refused = await post(shop, events.at(-1)!);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect((await statesOf(packId))['payments']).toEqual(['open']);
    shop.sandbox.faults = {};
    expect((await reconcilePayments(shop.context)).failed).toBe(0);
    expect((await statesOf(packId))['payments']).toEqual(['succeeded']);
  });
});

describe('a provider with a fault', () => {
  test('that responds too late does not charge twice', async () => {
    const buyer = await shop.signUp();
    let calls = 0;
    shop.sandbox.faults.hangUp = ({ method, path }) =>
      method === 'POST' && path === '/v1/payment_intents' && (calls += 1) === 1;
    const { status } = await beginPayment(shop, buyer, await newType(1));
    expect([status, calls]).toEqual([200, 2]);
    expect(await intentsOf(buyer)).toHaveLength(1);
  });

  test('that is down causes a clear error, and the same cart continues from there', async () => {
    const buyer = await shop.signUp();
    const packId = await newType(1);
    shop.sandbox.faults.before = () => 500;
    const down = await beginPayment(shop, buyer, packId);
    expect([down.status, down.body.error.code, down.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '1',
    ]);
    expect((await statesOf(packId))['payments']).toEqual(['creating']);
    shop.sandbox.faults = {};
    expect((await beginPayment(shop, buyer, packId)).status).toBe(200);
    expect((await statesOf(packId))['payments']).toEqual(['open']);
    expect(await intentsOf(buyer)).toHaveLength(1);
  });

  test.each([
    ['what it is asked says so in words', 400, 'VALIDATION_ERROR'],
    ['the shop’s keys is a fault of ours', 403, 'SERVER_ERROR'],
  ])('that refuses %s, and no packs stay reserved', async (_title, status, code) => {
    const packId = await newType(1);
    shop.sandbox.faults.before = () => status;
    const refused = await beginPayment(shop, await shop.signUp(), packId);
    expect([refused.status < 500, refused.body.error.code]).toEqual([status === 400, code]);
    expect(await statesOf(packId)).toEqual({ payments: ['failed'], reservations: ['released'] });
    expect(await stockOf(shop, packId)).toEqual({ available: 1 });
  });

  test('that is slow does not delay purchases with credits', async () => {
    const packId = await newType(2);
    const other = await shop.signUp(100);
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    let arrived = (): void => {};
    const atProvider = new Promise<void>((resolve) => (arrived = resolve));
    shop.sandbox.faults.before = async () => {
      arrived();
      await gate;
    };
    const waiting = beginPayment(shop, await shop.signUp(), packId);
    await atProvider;
    const bought = await shop.call('POST', '/packs/purchase', { as: other, body: { packId } });
    expect(bought.status).toBe(200);
    release();
    expect((await waiting).status).toBe(200);
  });

  test('that is down when a shopper requests their packs: they see the last known state', async () => {
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, await newType(1));
    await confirm(shop, intent);
    shop.sandbox.faults.before = () => 500;
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('pending');
    shop.sandbox.faults = {};
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
  });

  test('blocks credits for a shopper with an open payment too, because they might pay twice', async () => {
    const buyer = await shop.signUp(100);
    const packId = await newType(1);
    await begunPayment(shop, buyer, packId);
    shop.sandbox.faults.before = () => 500;
    const refused = await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId } });
    expect(refused.status).toBe(503);
  });
});

/** Simulates that the process ends before or after a call to the provider, between two transactions. */
function dieAt(
  step: 'before' | 'after',
  method: 'createIntent' | 'findIntent' | 'cancelIntent' | 'refund',
): void {
  shop.context.cardProvider = {
    ...real,
    [method]: async (...parts: never[]) => {
      if (step === 'before') throw new Error('The power is gone');
      await (real[method] as (...parts: never[]) => Promise<unknown>)(...parts);
      throw new Error('The power is gone');
    },
  };
}

describe('a crash', () => {
  const STEPS = ['before', 'after'] as const;

  test.each(STEPS)(
    '%s the creation of the intent: nothing is reserved longer than its time',
    async (step) => {
      const packId = await newType(1);
      const buyer = await shop.signUp();
      dieAt(step, 'createIntent');
      expect((await beginPayment(shop, buyer, packId)).status).toBe(500);
      shop.context.cardProvider = real;
      expect(await stockOf(shop, packId)).toEqual({ reserved: 1 });
      await releaseReservations(inMinutes(11));
      expect(await statesOf(packId)).toEqual({ payments: ['failed'], reservations: ['expired'] });
      expect(await stockOf(shop, packId)).toEqual({ available: 1 });
    },
  );

  test.each(STEPS)('%s the creation of the intent: the same cart continues', async (step) => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    dieAt(step, 'createIntent');
    await beginPayment(shop, buyer, packId);
    shop.context.cardProvider = real;
    const intent = await begunPayment(shop, buyer, packId);
    expect(await intentsOf(buyer)).toHaveLength(1);
    await confirm(shop, intent);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
  });

  test.each(STEPS)(
    '%s the query of the intent: the reconciler confirms the payment',
    async (step) => {
      const packId = await newType(1);
      const buyer = await shop.signUp();
      const intent = await begunPayment(shop, buyer, packId);
      await confirm(shop, intent);
      dieAt(step, 'findIntent');
      for (const event of await shop.sandbox.takeEvents()) await post(shop, event);
      shop.context.cardProvider = real;
      expect((await statesOf(packId))['payments']).toEqual(['open']);
      await reconcilePayments(shop.context);
      expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
    },
  );

  test('of every notification: a payment is checked once it is old', async () => {
    const packId = await newType(1);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    await confirm(shop, intent);
    await shop.sandbox.takeEvents();
    expect(await reconcilePayments(shop.context)).toEqual({ done: 0, failed: 0 });
    await reconcilePayments(inMinutes(16));
    expect((await statesOf(packId))['payments']).toEqual(['succeeded']);
  });

  test.each(STEPS)(
    '%s the cancellation of the intent: the packs go back on sale in the end',
    async (step) => {
      const packId = await newType(1);
      await begunPayment(shop, await shop.signUp(), packId);
      dieAt(step, 'cancelIntent');
      const later = inMinutes(11);
      await releaseReservations({ ...later, cardProvider: shop.context.cardProvider });
      expect(await stockOf(shop, packId)).toEqual({ reserved: 1 });
      await releaseReservations({ ...later, cardProvider: real });
      expect(await stockOf(shop, packId)).toEqual({ available: 1 });
    },
  );

  test.each(STEPS)('%s the payment of a refund: it is paid once', async (step) => {
    const packId = await newType(1);
    const intent = await begunPayment(shop, await shop.signUp(), packId);
    await releaseWhileAway();
    await shop.owner.query('update pack_types set is_available = false where id = $1', [packId]);
    await confirm(shop, intent);
    dieAt(step, 'refund');
    await tellOfSuccess(intent);
    shop.context.cardProvider = real;
    expect((await statesOf(packId))['payments']).toEqual(['refund_due']);
    await reconcilePayments(shop.context);
    await postAll(shop);
    expect((await statesOf(packId))['payments']).toEqual(['refunded']);
    expect(await refundsOf(intent.paymentIntentId)).toEqual([1130]);
  });
});
