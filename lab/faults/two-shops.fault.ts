// Runs two processes of the shop on one database, each with its scheduler. An invariant that holds within one process
// must also hold if both processes act.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertDiscountCode } from '../../src/server/checkout/discount-codes-queries.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import { Responses, decide, during, purchaseOf, type ShopResponse } from '../kit/customer.ts';
import { count, percentile, report, seconds, tally } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad } from '../kit/buyers.ts';
import { askForPacks, beginPaying } from '../kit/payers.ts';
import { CLIENTS, LOAD_SECONDS, packsFor } from './harness/settings.ts';
import { killShops, openShop, type ShopProcess } from '../../src/testing/process.ts';
import { bring, cardClearing, heldByStripe, openStripe, type FakeStripe } from '../kit/stripe.ts';
import {
  expectAuditZero,
  freshDatabase,
  makePeople,
  openWorld,
  stockOf,
  type World,
} from '../kit/world.ts';
import { inParallel, shuffled } from '../../src/testing/crowd.ts';

let stripe: FakeStripe;
let world: World;
let shops: ShopProcess[];

beforeEach(async () => {
  stripe = await openStripe();
  world = openWorld(await freshDatabase(), { ...stripe.environment, LOG_LEVEL: 'error' });
  shops = [await openShop(world.environment), await openShop(world.environment)];
});

afterEach(async () => {
  await killShops();
  await stripe.close();
  await world.close();
});

const addressOf = (at: number): string => shops[at % shops.length]!.address;
const anyAddress = (): string => addressOf(Math.floor(Math.random() * shops.length));

describe('two shops', () => {
  test('sell 50 packs to 500 buyers, who each send their request to both: 50 are sold, and both respond alike', async () => {
    const packTypeId = await stockPackType(world.context, { packs: 50 });
    const buyers = await makePeople(world, 500, 50);
    const responses = new Responses();
    const requests = shuffled(
      buyers.flatMap((buyer) => {
        const key = randomUUID();
        return shops.map(({ address }) => ({ buyer, key, address }));
      }),
    );
    const startedAt = performance.now();
    const said = await inParallel(requests, CLIENTS, async ({ buyer, key, address }) => ({
      buyer,
      response: await decide(address, buyer, { ...purchaseOf(packTypeId), key }, responses),
    }));
    const tookMs = performance.now() - startedAt;
    const pairs = [...Map.groupBy(said, ({ buyer }) => buyer.userId).values()];
    const sold = pairs.filter(([first]) => first!.response.status === 200);
    report('T22', 'two shops, oversell', [
      `500 buyers twice, 50 packs, ${CLIENTS} clients`,
      `${sold.length} sold, ${count(responses.countOf(404))} refused`,
      seconds(tookMs),
      `p99 ${count(percentile(responses.times, 0.99))} ms`,
      `${responses.countOf(503)} told "later"`,
      `${responses.faults.length} other 5xx`,
    ]);
    expect(responses.faults).toEqual([]);
    expect([responses.countOf(200), responses.countOf(404)]).toEqual([100, 900]);
    expect(sold).toHaveLength(50);
    for (const [first, second] of pairs) {
      expect(essence(second!.response)).toEqual(essence(first!.response));
    }
    expect(await stockOf(world, packTypeId)).toEqual({ opened: 50 });
    await expectAuditZero(world);
  });

  test('give a discount with 10 uses to 10 of 200 buyers', async () => {
    const packTypeId = await stockPackType(world.context, { packs: 200 });
    const code = 'FIRST-TEN';
    await insertDiscountCode(world.context.db, { code, percent: 10, usesMax: 10 });
    const buyers = await makePeople(world, 200, 50);
    const responses = new Responses();
    const full = purchaseOf(packTypeId);
    const request = { ...full, body: { ...full.body, discountCode: code } };
    const said = await inParallel(buyers, CLIENTS, (buyer) =>
      decide(anyAddress(), buyer, request, responses),
    );
    const refusals = said.filter(({ status }) => status !== 200).map((one) => one.code);
    report('T12', 'discount code', [
      `10 uses, 200 buyers, two shops, ${CLIENTS} clients`,
      `${responses.countOf(200)} bought with it`,
      `refused: ${tally(refusals.map(String))}`,
    ]);
    expect(responses.countOf(200)).toBe(10);
    expect(new Set(refusals)).toEqual(new Set(['DISCOUNT_CODE_INVALID']));
    expect(await stockOf(world, packTypeId)).toEqual({ available: 190, opened: 10 });
    await expectAuditZero(world);
  });

  test('serve one user from 64 clients: the account matches the responses', async () => {
    const load = await gatherBuyers(world, {
      address: anyAddress,
      people: 1,
      credits: 200_000,
      packs: packsFor(LOAD_SECONDS),
      clients: CLIENTS,
    });
    const [actions] = await during(
      (isOver) => runLoad(load, isOver),
      () => wait((LOAD_SECONDS * 1000) / 2),
    );
    report('T22', 'two shops, lost update', [
      `${CLIENTS} clients, 1 account, ${LOAD_SECONDS / 2} s`,
      `${count(actions)} actions`,
      `p99 ${count(percentile(load.responses.times, 0.99))} ms`,
      `${load.responses.countOf(503)} told "later"`,
      `${load.responses.faults.length} other 5xx`,
    ]);
    expect(load.responses.faults).toEqual([]);
    await expectAgreement(world, load);
    await expectAuditZero(world);
  });

  test('get events of 200 payments, each five times, in any order and at either shop: 200 are delivered, once', async () => {
    const packTypeId = await stockPackType(world.context, { packs: 200 });
    const people = await makePeople(world, 200, 0);
    const paid = await inParallel([...people.entries()], 16, async ([at, person]) => {
      const begun = await beginPaying(addressOf(at), person, packTypeId);
      expect(begun.status).toBe(200);
      expect(await stripe.confirm(begun.data.paymentIntentId)).toBe('succeeded');
      return { person, id: begun.data.paymentIntentId };
    });
    const events = await stripe.sandbox.takeEvents();
    const told = shuffled(events.flatMap((event) => Array.from({ length: 5 }, () => event)));
    const [acks, seen] = await Promise.all([
      inParallel(told, 32, (event) => bring(anyAddress(), event)),
      inParallel(paid, 8, ({ person, id }) => askForPacks(anyAddress(), person, id)),
    ]);
    report('T22', 'two shops, webhooks', [
      `200 payments, ${count(told.length)} events`,
      `${seen.filter(({ data }) => data.status === 'succeeded').length} delivered`,
      `p99 of an event ${count(
        percentile(
          acks.map(({ ms }) => ms),
          0.99,
        ),
      )} ms`,
      `${acks.filter(({ status }) => status !== 200).length} events refused`,
    ]);
    expect(new Set(acks.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(seen.flatMap(({ data }) => data.packIds)).size).toBe(200);
    expect(await stockOf(world, packTypeId)).toEqual({ sold: 200 });
    expect(await cardClearing(world)).toBe(await heldByStripe(stripe));
    await expectAuditZero(world);
  });
});

/**
 * The part of a response on which two processes must agree. It is the whole text of a success, including its time,
 * or the status and the error code of a refusal.
 */
function essence({ status, code, text }: Pick<ShopResponse, 'status' | 'code' | 'text'>): unknown {
  return status === 200 ? text : [status, code];
}
