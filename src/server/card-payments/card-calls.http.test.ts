// Limits how often a shopper may make the shop call the card provider. The provider is the sandbox,
// and the test counts its calls.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callApp, useTestApp, type ShopResponse, type SignedIn } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';
import { buyToDispute } from '../../testing/disputes.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  postAll,
  purchased,
  stockOf,
} from '../../testing/payments.ts';
import { ADDRESS, groupsOf, ownerOfCards } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' }, { cards: true });
let asked = 0;
let packId: string;

beforeAll(async () => {
  const provider = shop.context.cardProvider!;
  const COUNTED = ['createIntent', 'findIntent', 'cancelIntent', 'saveCard', 'forgetCard'] as const;
  for (const name of COUNTED) {
    const call = provider[name] as (...words: unknown[]) => Promise<unknown>;
    const counted = (...words: unknown[]) => {
      asked += 1;
      return call(...words);
    };
    (provider as Record<(typeof COUNTED)[number], unknown>)[name] = counted;
  }
  packId = await stockPackType(shop.context, { packs: 400, purchaseLimit: null });
});
beforeEach(() => shop.owner.query('delete from throttle_counters'));

let networks = 0;
/** Sends a call from a network of its own, so that only the limit per account applies. */
function call(method: string, path: string, as: SignedIn, body?: object): Promise<ShopResponse> {
  networks += 1;
  const ip = `10.9.${networks >> 8}.${networks & 255}`;
  return callApp(shop.app, method, path, { as, body, headers: { 'x-forwarded-for': ip } });
}

const topUp = (amount: number) => ({ amount, currency: 'CAD', paymentMethod: 'stripe' });

/**
 * Returns the number of calls that succeeded. All others must have been refused until the next
 * minute at the latest.
 */
function wentThrough(responses: ShopResponse[]): number {
  const refused = responses.filter(({ status }) => status === 429);
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('RATE_LIMITED');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  return responses.length - refused.length;
}

async function times(
  many: number,
  work: (index: number) => Promise<ShopResponse>,
): Promise<ShopResponse[]> {
  const responses: ShopResponse[] = [];
  for (let index = 0; index < many; index += 1) responses.push(await work(index));
  return responses;
}

describe('one account reaches the card provider thirty times a minute', () => {
  const cart = (packs: object[]) => ({ packs });
  const one = () => cart([{ packId, quantity: 1 }]);

  test.each<[string, (as: SignedIn, index: number) => Promise<ShopResponse>]>([
    [
      'by changing a top-up',
      (as, index) => call('POST', '/transactions/credits', as, topUp(10 + (index % 2))),
    ],
    ['by the same cart again', (as) => call('POST', '/payments/create-payment-intent', as, one())],
    [
      'by saving cards that are none',
      (as, index) => call('POST', '/transactions/payments', as, { paymentMethodId: `pm_${index}` }),
    ],
  ])('%s', async (_what, doOnce) => {
    await holdClock(shop);
    const person = await shop.signUp();
    asked = 0;
    expect(wentThrough(await times(40, (index) => doOnce(person, index)))).toBe(30);
    const afterThirty = asked;
    expect(wentThrough(await times(5, (index) => doOnce(person, index)))).toBe(0);
    expect(asked).toBe(afterThirty);
    expect(wentThrough([await doOnce(await shop.signUp(), 0)])).toBe(1);
  });

  test('by starting a payment for a parcel', async () => {
    await holdClock(shop);
    const { user, items } = await ownerOfCards(shop, packId);
    const responses = await times(35, (index) =>
      call('POST', '/shipping/create-payment-intent', user, {
        cardGroups: groupsOf(items.slice(0, 1 + (index % 2))),
        shippingAddress: ADDRESS,
      }),
    );
    expect(wentThrough(responses)).toBe(30);
  });

  test('and buys with credits as often as it likes, as long as no card payment is open', async () => {
    const person = await shop.signUp(500);
    const buy = () => call('POST', '/packs/purchase', person, { packId, quantity: 1 });
    expect(wentThrough(await times(40, buy))).toBe(40);
  });
});

test('a bank’s dispute locks the purchase, however often its buyer calls', async () => {
  await holdClock(shop);
  const type = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
  const buyer = await shop.signUp();
  await buyToDispute(shop, buyer, type);
  await begunPayment(shop, buyer, type);
  const body = { packs: [{ packId: type, quantity: 1 }] };
  const again = () => call('POST', '/payments/create-payment-intent', buyer, body);
  expect((await times(40, again)).at(-1)!.status).toBe(429);
  await postAll(shop);
  expect(await stockOf(shop, type)).toEqual({ available: 1, disputed: 1 });
});

test('one network reaches the card provider 120 times a minute', async () => {
  await holdClock(shop);
  const people = await Promise.all(Array.from({ length: 6 }, () => shop.signUp()));
  const responses = await times(130, (index) =>
    shop.call('POST', '/payments/create-payment-intent', {
      as: people[index % 6],
      body: { packs: [{ packId, quantity: 1 }] },
      headers: { 'x-forwarded-for': '203.0.113.9' },
    }),
  );
  expect(wentThrough(responses)).toBe(120);
});

describe('a buyer with an open payment', () => {
  test('makes the shop query the provider once in three seconds, and sees the last known state meanwhile', async () => {
    await holdClock(shop);
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packId);
    asked = 0;
    const looks = await Promise.all(
      Array.from({ length: 30 }, () => purchased(shop, buyer, intent.paymentIntentId)),
    );
    expect(new Set(looks.map(({ status }) => status))).toEqual(new Set(['pending']));
    expect(asked).toBe(1);
    await shop.owner.query(`update throttle_counters set ends_at = ends_at - interval '3 seconds'`);
    await confirm(shop, intent);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
    expect(asked).toBe(2);
  });

  test('for a top-up does so too', async () => {
    await holdClock(shop);
    const buyer = await shop.signUp();
    const { body } = await shop.call<{ transaction: { id: string } }>(
      'POST',
      '/transactions/credits',
      { as: buyer, body: topUp(10) },
    );
    const { id } = body.data.transaction;
    asked = 0;
    for (let count = 0; count < 10; count += 1) {
      expect((await shop.call('GET', `/transactions/${id}`, { as: buyer })).status).toBe(200);
    }
    expect(asked).toBe(1);
  });

  test('sees it paid at the first request after paying', async () => {
    const buyer = await shop.signUp();
    await beginPayment(shop, buyer, packId);
    const intent = await begunPayment(shop, buyer, packId);
    await confirm(shop, intent);
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
  });
});
