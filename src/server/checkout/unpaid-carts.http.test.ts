// Tests carts that are reserved for a card payment and never paid. Each such cart blocks packs for others and costs the
// user nothing, so the shop pauses the user, longer after each cart.
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { beginPayment, begunPayment, confirm, postAll, stockOf } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ RATE_LIMITS: 'on' }, { cards: true });
const open = useTestApp({}, { cards: true });
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
});

/**
 * Begins this many carts. Each cart ends the previous one, so only the last cart stays open. Returns the status of each
 * response.
 */
async function beginCarts(as: SignedIn, carts: number, app = shop, id = packTypeId) {
  const responses: number[] = [];
  for (let quantity = 1; quantity <= carts; quantity += 1) {
    responses.push((await beginPayment(app, as, id, { quantity })).status);
  }
  return responses;
}
const THREE_TAKEN = [200, 200, 200];

/** Makes a user's carts look as if they ended this many minutes earlier. */
async function letPass(as: SignedIn, minutes: number): Promise<void> {
  await shop.owner.query(
    `update payments set updated_at = updated_at - make_interval(mins => $2) where user_id = $1 and state = 'canceled'`,
    [as.userId, minutes],
  );
}

type Paused = { until: string };
const pauseIn = ({ headers, body }: Awaited<ReturnType<typeof beginPayment>>) => ({
  retryAfterS: Number(headers['retry-after']),
  until: Date.parse((body.error.details as Paused).until),
  sentence: body.error.message,
});

describe('after unpaid carts', () => {
  test('the third causes a pause of five minutes, the fourth of fifteen, each further one of an hour', async () => {
    const shopper = await shop.signUp();
    await beginCarts(shopper, 3);
    for (const [unpaid, minutes] of [
      [3, 5],
      [4, 15],
      [5, 60],
      [6, 60],
    ] as const) {
      const quantity = unpaid + 1;
      const refused = await beginPayment(shop, shopper, packTypeId, { quantity });
      expect([refused.status, refused.body.error.code]).toEqual([429, 'UNPAID_CARTS']);
      const { retryAfterS, until, sentence } = pauseIn(refused);
      expect(retryAfterS).toBeGreaterThan((minutes - 1) * 60);
      expect(retryAfterS).toBeLessThanOrEqual(minutes * 60);
      expect(Math.abs(until - Date.now() - retryAfterS * 1000)).toBeLessThan(30_000);
      expect(sentence).toBe(
        `Your last ${unpaid} carts were not paid. You can pay by card again in ${minutes} minutes.`,
      );
      await letPass(shopper, minutes - 1);
      expect((await beginPayment(shop, shopper, packTypeId, { quantity })).status).toBe(429);
      await letPass(shopper, 1);
      await begunPayment(shop, shopper, packTypeId, { quantity });
      // The second cart also expires unpaid.
      await shop.owner.query(
        `update payments set expires_at = now() - interval '1 second' where user_id = $1 and state = 'open'`,
        [shopper.userId],
      );
    }
  });

  test('the packs are on sale again, and credits are still accepted', async () => {
    const own = await stockPackType(shop.context, { packs: 4, purchaseLimit: null });
    const shopper = await shop.signUp(100);
    for (const quantity of [1, 2, 3]) {
      await begunPayment(shop, shopper, own, { quantity });
    }
    expect((await beginPayment(shop, shopper, own, { quantity: 4 })).status).toBe(429);
    expect(await stockOf(shop, own)).toEqual({ available: 4 });
    const bought = await shop.call('POST', '/packs/purchase', {
      as: shopper,
      body: { packId: own },
    });
    expect(bought.status).toBe(200);
  });

  test('the same cart again is the same payment, and does not count', async () => {
    const shopper = await shop.signUp();
    await beginCarts(shopper, 3);
    const intents = new Set<string>();
    for (let again = 0; again < 5; again += 1) {
      const intent = await begunPayment(shop, shopper, packTypeId, { quantity: 3 });
      intents.add(intent.paymentIntentId);
    }
    expect(intents.size).toBe(1);
  });

  test('a card payment compensates for carts of the same or less value, and credits for none', async () => {
    const byCard = await shop.signUp();
    await beginCarts(byCard, 2);
    await confirm(shop, await begunPayment(shop, byCard, packTypeId, { quantity: 3 }));
    await postAll(shop);
    expect(await beginCarts(byCard, 3)).toEqual(THREE_TAKEN);

    const withCredits = await shop.signUp(50);
    await beginCarts(withCredits, 3);
    await shop.call('POST', '/packs/purchase', { as: withCredits, body: { packId: packTypeId } });
    const { status, body } = await beginPayment(shop, withCredits, packTypeId, { quantity: 4 });
    expect([status, body.error.code]).toEqual([429, 'UNPAID_CARTS']);
  });

  test('a cheap or refunded payment does not compensate for a more expensive cart', async () => {
    const own = await stockPackType(shop.context, { packs: 30, purchaseLimit: null });
    const cheap = await stockPackType(shop.context, { packs: 4, purchaseLimit: null, price: 100 });
    const shopper = await shop.signUp();
    for (const quantity of [4, 5]) await begunPayment(shop, shopper, own, { quantity });
    await confirm(shop, await begunPayment(shop, shopper, cheap));
    await postAll(shop);
    await begunPayment(shop, shopper, own, { quantity: 6 });
    expect((await beginPayment(shop, shopper, own, { quantity: 7 })).status).toBe(429);
    // After the pause, the shopper makes a payment of the same amount, which is then refunded.
    await letPass(shopper, 5);
    await confirm(shop, await begunPayment(shop, shopper, own, { quantity: 7 }));
    await postAll(shop);
    for (const quantity of [1, 2]) await begunPayment(shop, shopper, own, { quantity });
    const { body } = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as: shopper,
    });
    const given = await shop.call('POST', `/transactions/${body.data.transactions[0]!.id}/refund`, {
      as: shopper,
      body: { reason: 'Changed my mind' },
    });
    expect(given.status).toBe(200);
    expect((await beginPayment(shop, shopper, own, { quantity: 3 })).status).toBe(429);
  });

  test('carts of yesterday do not count, nor those of other users', async () => {
    const shopper = await shop.signUp();
    await beginCarts(shopper, 3);
    await beginPayment(shop, shopper, packTypeId, { quantity: 4 });
    await letPass(shopper, 24 * 60);
    expect(await beginCarts(shopper, 3)).toEqual(THREE_TAKEN);
    expect(await beginCarts(await shop.signUp(), 3)).toEqual(THREE_TAKEN);
  });

  test('nobody is paused if limits are off', async () => {
    const id = await stockPackType(open.context, { packs: 15, purchaseLimit: null });
    const shopper = await open.signUp();
    expect(await beginCarts(shopper, 5, open, id)).toEqual([...THREE_TAKEN, 200, 200]);
  });
});
