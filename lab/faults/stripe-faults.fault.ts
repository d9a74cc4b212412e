// Stripe is slow, responds with errors, hangs up, or is unreachable. People who pay by card wait or return later, and
// nobody pays twice. People who buy with credits notice nothing.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { reconcilePayments } from '../../src/server/card-payments/reconcile-payments.ts';
import { releaseReservations } from '../../src/server/card-payments/release-reservations.ts';
import { stripeProvider } from '../../src/server/card-payments/stripe.ts';
import type { SandboxFaults } from '#stripe-sandbox/sandbox.ts';
import { atOffset } from '../../src/testing/clock.ts';
import { Responses, ask, during } from '../kit/customer.ts';
import { count, percentile, report, tally } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad } from '../kit/buyers.ts';
import { openProxy, type Proxy } from './harness/proxy.ts';
import { LOAD_SECONDS, packsFor } from './harness/settings.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { cardClearing, heldByStripe, openStripe, type FakeStripe } from '../kit/stripe.ts';
import {
  expectAuditZero,
  freshDatabase,
  makePeople,
  openWorld,
  type Person,
} from '../kit/world.ts';

const PAYERS = 48;
const CARDS_AT_ONCE = 16;
const BUYERS = 8;
const MINUTE_MS = 60_000;
/**
 * If two durations are shorter than this, their ratio shows only noise of the machine. A purchase that waited for
 * Stripe would take longer.
 */
const NOISE_MS = 2_000;

afterEach(killShops);

type Trouble = { name: string; faults: SandboxFaults; isAway?: boolean };

const TROUBLES: Trouble[] = [
  { name: 'well', faults: {} },
  { name: 'slow (25 s)', faults: { before: () => wait(25_000) } },
  { name: 'error 500', faults: { before: () => 500 } },
  { name: 'key in use (409)', faults: { before: () => (Math.random() < 0.5 ? 409 : undefined) } },
  { name: 'done, but hangs up', faults: { hangUp: () => Math.random() < 0.7 } },
  { name: 'away', faults: {}, isAway: true },
];

test('whatever Stripe does, purchases with credits continue, and no card is charged for nothing or twice', async () => {
  const stripe = await openStripe();
  const proxy = await openProxy({
    host: '127.0.0.1',
    port: Number(new URL(stripe.sandbox.options.apiBase!).port),
  });
  const apiBase = `http://127.0.0.1:${proxy.port}`;
  const world = openWorld(await freshDatabase(), {
    ...stripe.environment,
    STRIPE_API_BASE: apiBase,
    LOG_LEVEL: 'fatal',
  });
  const payers = await makePeople(world, PAYERS, 0);
  const shop = await openShop(world.environment);
  const cardResponses = new Responses();
  const load = await gatherBuyers(world, {
    address: () => shop.address,
    people: BUYERS,
    packs: 2 * packsFor(2 * LOAD_SECONDS),
    clients: BUYERS,
  });
  const { packTypeId } = load;

  const p99s: { name: string; ms: number }[] = [];
  for (const trouble of TROUBLES) {
    load.responses = new Responses();
    setTrouble(stripe, proxy, trouble);
    let paying = Promise.resolve();
    await during(
      (isOver) => {
        paying = payWhile(isOver, shop.address, stripe, payers, packTypeId, cardResponses);
        return runLoad(load, isOver);
      },
      () => Promise.race([paying, wait((LOAD_SECONDS * 1000) / 4)]),
    );
    // Ends the trouble, so that hanging payments can finish.
    setTrouble(stripe, proxy, TROUBLES[0]!);
    await paying;
    expect(load.responses.faults).toEqual([]);
    p99s.push({ name: trouble.name, ms: percentile(load.responses.times, 0.99) });
  }

  // Half an hour later, the shop's jobs have brought every payment to its final state.
  const later = { ...world, context: { ...world.context, cardProvider: providerOf(stripe) } };
  await atOffset(later, 30 * MINUTE_MS, async (context) => {
    expect((await reconcilePayments(context)).failed).toBe(0);
    expect((await releaseReservations(context)).failed).toBe(0);
  });
  const records = await stripe.records();
  const { rows } = await world.owner.query<{ intent: string | null; state: string }>(
    'select intent_id as intent, state from payments',
  );
  report('T17', 'Stripe in trouble', [
    `p99 of purchases with credits ${p99s.map(({ name, ms }) => `${name} ${count(ms)} ms`).join(', ')}`,
    `payments ${tally(rows.map(({ state }) => state))}`,
    `${count(cardResponses.countOf(503))} payers told "later"`,
    `${cardResponses.faults.length} other 5xx`,
  ]);
  expect(cardResponses.faults).toEqual([]);
  for (const { intent, state } of rows) {
    const { charged, refunds } = records.get(intent ?? '') ?? { charged: 0, refunds: [] };
    const retained = charged - refunds.reduce((sum, one) => sum + one, 0);
    expect(retained > 0, `${intent} is ${state}`).toBe(state === 'succeeded');
    expect(['succeeded', 'canceled', 'failed', 'refunded']).toContain(state);
  }
  const known = new Set(rows.map(({ intent }) => intent));
  expect([...records].filter(([id, { charged }]) => charged > 0 && !known.has(id))).toEqual([]);
  expect(await cardClearing(world)).toBe(await heldByStripe(stripe));
  await expectAgreement(world, load);
  await expectAuditZero(world);
  const [well, ...others] = p99s;
  const bound = Math.max(2 * well!.ms, NOISE_MS);
  expect(others.filter(({ ms }) => ms >= bound)).toEqual([]);
  await shop.end('SIGTERM');
  await proxy.close();
  await stripe.close();
  await world.close();
});

function setTrouble({ sandbox }: FakeStripe, proxy: Proxy, trouble: Trouble): void {
  sandbox.faults = trouble.faults;
  if (trouble.isAway === true) proxy.shut();
  else proxy.open();
}

/** The shop's client of Stripe, for this process and without the proxy. */
function providerOf({ sandbox }: FakeStripe) {
  return stripeProvider(sandbox.options);
}

/** Lets several payers pay at a time, again and again until `isOver`. Each payment is tried once. */
async function payWhile(
  isOver: () => boolean,
  address: string,
  stripe: FakeStripe,
  payers: Person[],
  packId: string,
  responses: Responses,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const person = payers[next % payers.length]!;
      next += 1;
      const begun = await ask<{ paymentIntentId: string }>(
        address,
        person,
        {
          method: 'POST',
          path: '/payments/create-payment-intent',
          body: { packs: [{ packId, quantity: 1 }] },
        },
        responses,
      );
      if (begun.status !== 200) {
        await wait(50);
        continue;
      }
      const { paymentIntentId } = begun.data;
      // Whether the charge worked or not, the shopper returns to the shop.
      await stripe.confirm(paymentIntentId).catch(() => '');
      await ask(
        address,
        person,
        { method: 'GET', path: `/payments/purchased-packs/${paymentIntentId}` },
        responses,
      );
    }
  };
  await Promise.all(Array.from({ length: CARDS_AT_ONCE }, lane));
}
