// The parts of a request's time, in a shop whose database and card provider really are slow.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentIntent, purchaseWithBalance } from '#contract/checkout.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useTestApp } from '../../testing/app.ts';
import { beginPayment } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { statementAnswered } from '#engine/statement-times.ts';
import { requestAnswered } from '../runtime/events.ts';

const shop = useTestApp({}, { cards: true });
let packId: string;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 200, purchaseLimit: null });
});

type Answered = Parameters<typeof requestAnswered.publish>[0];

/** The events published for an endpoint's responses during `work`. */
async function answersOf(endpoint: Endpoint, work: () => Promise<unknown>): Promise<Answered[]> {
  const answers: Answered[] = [];
  const stop = requestAnswered.subscribe((one) => {
    if (one.endpoint === endpoint) answers.push(one);
  });
  await work();
  stop();
  return answers;
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

/** Delays each insert into a table. */
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
  const [answer] = await answersOf(createPaymentIntent, async () => {
    const { status } = await beginPayment(shop, buyer, packId, {});
    expect(status).toBe(200);
  });
  shop.sandbox.faults = {};
  expect(answer!.elsewhere).toBeGreaterThanOrEqual(SLEEP_S);
  expect(answer!.seconds).toBeGreaterThanOrEqual(answer!.elsewhere);
  expect(answer!.inDatabase).toBeLessThanOrEqual(answer!.seconds - answer!.elsewhere);
});

test('a slow database counts as the shop’s time, for each of several batched buyers', async () => {
  await whileSlow('orders', async () => {
    const answers = await answersOf(purchaseWithBalance, () =>
      Promise.all(Array.from({ length: 6 }, () => buy())),
    );
    expect(answers).toHaveLength(6);
    for (const { inDatabase, elsewhere, seconds } of answers) {
      expect(inDatabase).toBeGreaterThanOrEqual(SLEEP_S);
      expect(seconds).toBeGreaterThanOrEqual(inDatabase);
      expect(elsewhere).toBe(0);
    }
  });
});

/**
 * For each statement, its time in the database and the number of its executions since the last
 * reset.
 */
let times = new Map<string, { seconds: number; answers: number }>();
const stopStatements = statementAnswered.subscribe(({ name, seconds, times: answers }) => {
  const known = times.get(name) ?? { seconds: 0, answers: 0 };
  times.set(name, {
    seconds: known.seconds + seconds * answers,
    answers: known.answers + answers,
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
