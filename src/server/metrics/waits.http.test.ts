// Tests the parts of a request's time, in a shop whose database and card provider really are slow.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentIntent, purchaseWithBalance } from '#contract/checkout.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useTestApp } from '../../testing/app.ts';
import { beginPayment } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { statementTimed } from '#engine/statement-times.ts';
import { responseSent } from '../runtime/events.ts';

const shop = useTestApp({}, { cards: true });
let packId: string;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 200, purchaseLimit: null });
});

type Sent = Parameters<typeof responseSent.publish>[0];

/** Returns the events that were published for an endpoint's responses during `work`. */
async function sentDuring(endpoint: Endpoint, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const stop = responseSent.subscribe((one) => {
    if (one.endpoint === endpoint) sent.push(one);
  });
  await work();
  stop();
  return sent;
}

async function buy(credits = 100): Promise<void> {
  const buyer = await shop.signUp(credits);
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(status).toBe(200);
}

const SLEEP_S = 0.3;

/** Delays each insert into a table during `work`. */
async function whileSlow(table: string, work: () => Promise<void>): Promise<void> {
  await shop.owner.query(
    `create or replace function take_time() returns trigger language plpgsql as $$
       begin perform pg_sleep(${SLEEP_S}); return new; end $$;
     create trigger take_time before insert on ${table} for each row execute function take_time()`,
  );
  try {
    await work();
  } finally {
    await shop.owner.query(`drop trigger take_time on ${table}; drop function take_time()`);
  }
}

test('a slow card provider counts neither as the shop’s time nor as its database’s', async () => {
  shop.sandbox.faults = {
    before: async () => {
      await new Promise((resolve) => setTimeout(resolve, SLEEP_S * 1000));
      return undefined;
    },
  };
  const buyer = await shop.signUp();
  const [sent] = await sentDuring(createPaymentIntent, async () => {
    const { status } = await beginPayment(shop, buyer, packId, {});
    expect(status).toBe(200);
  });
  shop.sandbox.faults = {};
  expect(sent!.elsewhere).toBeGreaterThanOrEqual(SLEEP_S);
  expect(sent!.seconds).toBeGreaterThanOrEqual(sent!.elsewhere);
  expect(sent!.inDatabase).toBeLessThanOrEqual(sent!.seconds - sent!.elsewhere);
});

test('a slow database counts as the shop’s time, for each of several batched buyers', async () => {
  await whileSlow('orders', async () => {
    const sent = await sentDuring(purchaseWithBalance, () =>
      Promise.all(Array.from({ length: 6 }, () => buy())),
    );
    expect(sent).toHaveLength(6);
    for (const { inDatabase, elsewhere, seconds } of sent) {
      expect(inDatabase).toBeGreaterThanOrEqual(SLEEP_S);
      expect(seconds).toBeGreaterThanOrEqual(inDatabase);
      expect(elsewhere).toBe(0);
    }
  });
});

/** Each statement's time in the database and number of executions since the last reset. */
let times = new Map<string, { seconds: number; runs: number }>();
const stopStatements = statementTimed.subscribe(({ name, seconds, times: runs }) => {
  const known = times.get(name) ?? { seconds: 0, runs: 0 };
  times.set(name, {
    seconds: known.seconds + seconds * runs,
    runs: known.runs + runs,
  });
});
afterAll(stopStatements);

test('of pipelined statements the slow one is named', async () => {
  await whileSlow('orders', async () => {
    times = new Map();
    for (let at = 0; at < 4; at += 1) await buy();
    const [dearest] = [...times].toSorted(([, a], [, b]) => b.seconds - a.seconds);
    expect(dearest![0]).toMatch(/^insert orders~/);
  });
});

test('a statement that fails after too long a wait is named as well', async () => {
  const buyer = await shop.signUp(100);
  const client = await shop.owner.connect();
  await client.query('begin; lock table mails in exclusive mode');
  times = new Map();
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  await client.query('rollback');
  client.release();
  expect(status).toBe(503);
  const [dearest] = [...times].toSorted(([, a], [, b]) => b.seconds - a.seconds);
  expect(dearest![0]).toMatch(/^insert mails~/);
});
