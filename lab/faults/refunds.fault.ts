// Tests refunds to a card. Each event arrives ten times, and each refund is requested three times. The shop is killed
// between a refund and its own record of that refund.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { Responses, decide } from '../kit/customer.ts';
import { count, report, tally } from '../kit/figures.ts';
import { pay, payersOf, type Paid } from '../kit/payers.ts';
import { KILLS } from './harness/settings.ts';
import { freePort, killShops, openShop } from '../../src/testing/process.ts';
import { bring, cardClearing, heldByStripe, openStripe } from '../kit/stripe.ts';
import { expectAuditZero, freshDatabase, makePeople, openWorld, stockOf } from '../kit/world.ts';
import { inParallel, shuffled } from '../../src/testing/crowd.ts';

const REFUNDS = 100;
const ASKED_TIMES = 3;
const TOLD_TIMES = 10;

afterEach(killShops);

test('100 refunds, each requested three times, with each event ten times, the shop killed between call and commit: each is paid once', async () => {
  const stripe = await openStripe();
  const world = openWorld(await freshDatabase(), { ...stripe.environment, LOG_LEVEL: 'fatal' });
  const packTypeId = await stockPackType(world.context, { packs: REFUNDS });
  const people = await makePeople(world, REFUNDS, 0);
  const port = await freePort();
  let shop = await openShop(world.environment, { port });
  const { address } = shop;
  const responses = new Responses();
  const paying = payersOf({ address: () => address, stripe, people, packTypeId, responses });
  await inParallel(people, 16, (person) => pay(paying, person));
  const { paid } = paying;

  for (const event of await stripe.sandbox.takeEvents()) await bring(address, event);

  // Simulates a power failure during a refund. Stripe has paid the refund, and the shop never gets Stripe's response.
  let kills = 0;
  let isDown = false;
  let given = 0;
  stripe.sandbox.faults = {
    hangUp: ({ method, path }) => {
      if (method !== 'POST' || path !== '/v1/refunds') return false;
      given += 1;
      if (isDown || kills === KILLS || given % 5 !== 0) return false;
      isDown = true;
      kills += 1;
      shop.child.kill('SIGKILL');
      return true;
    },
  };
  let isOver = false;
  const restarting = (async () => {
    while (!isOver) {
      if (isDown) {
        await shop.end('SIGKILL');
        shop = await openShop(world.environment, { port });
        isDown = false;
      }
      await wait(10);
    }
  })();

  const events: string[] = [];
  const tellAll = async (): Promise<void> => {
    const waiting = await stripe.sandbox.takeEvents();
    const told = shuffled(
      waiting.flatMap((event) => Array.from({ length: TOLD_TIMES }, () => event)),
    );
    await inParallel(told, 16, async (event) => {
      let { status } = await bring(address, event);
      // Stripe sends an event again until the shop's response confirms it.
      while (status < 200 || status >= 300) {
        await wait(50);
        ({ status } = await bring(address, event));
      }
      events.push(String(status));
    });
  };
  const asking = inParallel(
    shuffled(paid.flatMap((one) => Array.from({ length: ASKED_TIMES }, () => one))),
    24,
    (one) => askBack(address, one, responses),
  );
  let isAsking = true;
  const telling = (async () => {
    while (isAsking) {
      await tellAll();
      await wait(50);
    }
  })();
  const happening = (async () => {
    await asking;
    // A kill may have interrupted refunds. The next request for such a refund pays it, so this requests each refund
    // once more. Afterwards no refund is still owed.
    await inParallel(paid, 16, (one) => askBack(address, one, responses));
    isAsking = false;
    await telling;
    await tellAll();
    isOver = true;
  })();
  await Promise.race([happening, telling, restarting]);
  await happening;
  await restarting;

  const records = await stripe.records();
  const refunds = [...records.values()].map((one) => one.refunds.length);
  const { rows } = await world.owner.query<{ refunds: number; paid: number }>(
    'select count(*)::int as refunds, count(paid_at)::int as paid from refunds',
  );
  report('T8', 'refunds', [
    `${REFUNDS} refunds asked for ${ASKED_TIMES + 1} times each, ${count(events.length)} events`,
    `${kills} kills between Stripe's refund and the shop's note of it`,
    `refunds per payment ${tally(refunds)}`,
    `${rows[0]!.refunds} noted, ${rows[0]!.paid} paid`,
    `${responses.faults.length} other 5xx`,
  ]);
  expect(kills).toBe(KILLS);
  expect(responses.faults).toEqual([]);
  expect(new Set(refunds)).toEqual(new Set([1]));
  expect(rows).toEqual([{ refunds: REFUNDS, paid: REFUNDS }]);
  expect(await stockOf(world, packTypeId)).toEqual({ available: REFUNDS });
  expect(await cardClearing(world)).toBe(await heldByStripe(stripe));
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await stripe.close();
  await world.close();
});

const FORGOTTEN = 20;

test('20 refunds whose response is lost, the shop killed, and Stripe’s keys forgotten: each is paid once', async () => {
  const stripe = await openStripe();
  const world = openWorld(await freshDatabase(), { ...stripe.environment, LOG_LEVEL: 'fatal' });
  const packTypeId = await stockPackType(world.context, { packs: FORGOTTEN });
  const people = await makePeople(world, FORGOTTEN, 0);
  const port = await freePort();
  let shop = await openShop(world.environment, { port });
  const { address } = shop;
  const responses = new Responses();
  const paying = payersOf({ address: () => address, stripe, people, packTypeId, responses });
  await inParallel(people, 8, (person) => pay(paying, person));
  const { paid } = paying;
  for (const event of await stripe.sandbox.takeEvents()) await bring(address, event);

  stripe.sandbox.faults = {
    hangUp: ({ method, path }) => method === 'POST' && path === '/v1/refunds',
  };
  await inParallel(paid, 8, (one) => askBack(address, one, responses));
  // Stripe's events about this refund do not arrive either.
  await stripe.sandbox.takeEvents();
  await shop.end('SIGKILL');
  stripe.sandbox.faults = {};
  await stripe.forgetKeys();
  shop = await openShop(world.environment, { port });
  await inParallel(paid, 8, (one) => askBack(address, one, responses));

  const refunds = [...(await stripe.records()).values()].map((one) => one.refunds.length);
  const { rows } = await world.owner.query<{ state: string; refunds: number }>(
    'select state, count(*)::int as refunds from refunds group by state',
  );
  report('T8', 'refunds, keys forgotten', [
    `${FORGOTTEN} refunds, refunds per payment ${tally(refunds)}`,
    `${responses.faults.length} other 5xx`,
  ]);
  expect(new Set(refunds)).toEqual(new Set([1]));
  expect(rows).toEqual([{ state: 'paid', refunds: FORGOTTEN }]);
  expect(await cardClearing(world)).toBe(await heldByStripe(stripe));
  await expectAuditZero(world);
  await shop.end('SIGTERM');
  await stripe.close();
  await world.close();
});

/** Requests the refund of a payment, as the buyer. */
async function askBack(address: string, { person }: Paid, responses: Responses): Promise<void> {
  const list = await decide<{ transactions: { id: string; type: string }[] }>(address, person, {
    method: 'GET',
    path: '/transactions',
  });
  const purchase = list.data.transactions.find(({ type }) => type === 'pack_purchase');
  const request = {
    method: 'POST',
    path: `/transactions/${purchase!.id}/refund`,
    body: { reason: 'Changed my mind' },
  };
  const { status, code } = await decide(address, person, request, responses);
  expect([status, code]).toEqual([200, null]);
}
