// Races for single cards: many buyers want few copies.
import { expect, test } from 'vitest';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import type * as z from 'zod/mini';
import { seededRandom } from '#domain/seeded-random.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { crowdOf, inParallel, shuffled, retryWhileBusy } from '../../testing/crowd.ts';
import { putOnSale, singlesOnSale } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';

type Bought = z.input<typeof purchaseWithBalance.reply>;

const shop = useTestApp();

const buy = (as: SignedIn, singles: string[], packs: object[] = []) =>
  shop.call<Bought>('POST', '/payments/purchase-with-balance', {
    as,
    body: { packs, singles, paymentMethod: 'balance' },
  });

test('of fifty buyers of five singles, alone and with packs, exactly five get one each', async () => {
  const singles = await singlesOnSale(shop, 5);
  const packId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => shop.signUp(50)));
  const responses = await Promise.all(
    buyers.map((as, at) =>
      buy(as, [singles[at % 5]!.id], at % 2 === 0 ? [] : [{ packId, quantity: 1 }]),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404]));
  for (const { id } of singles) {
    const { rows } = await shop.owner.query<{ holders: number }>(
      'select count(*)::int as holders from physical_cards where bought_as_id = $1',
      [id],
    );
    expect(rows[0]!.holders).toBe(1);
  }
});

test('carts with the same singles in other orders never stop each other for good', async () => {
  const singles = await singlesOnSale(shop, 6);
  const ids = singles.map(({ id }) => id);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp(100)));
  const responses = await Promise.all(
    buyers.map((as, at) => buy(as, at % 2 === 0 ? ids : ids.toReversed())),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 404)).toHaveLength(19);
});

test('a crowd that buys, returns, sells back and buys again gets each copy once, and kept answers agree with the books', async () => {
  const [copies, people] = [crowdOf(50), crowdOf(500)];
  const singles = await singlesOnSale(shop, copies);
  const packId = await stockPackType(shop.context, { packs: copies, purchaseLimit: null });
  const buyers = await Promise.all(Array.from({ length: people }, () => shop.signUp(60)));
  let onSale = singles.map(({ id }) => id);
  for (let round = 0; round < 3; round += 1) {
    const wanted = onSale;
    const responses = await inParallel(shuffled(buyers), 40, async (as) => {
      const at = buyers.indexOf(as);
      const packs = round === 0 && at % 10 === 0 ? [{ packId, quantity: 1 }] : [];
      const { body, status } = await retryWhileBusy(() => buy(as, [wanted[at % copies]!], packs));
      return { as, status, cardId: body.success ? body.data.singles![0]!.cardId : null };
    });
    const sold = responses.filter(({ cardId }) => cardId !== null);
    expect(sold).toHaveLength(copies);
    expect(responses.every(({ status }) => status === 200 || status === 404)).toBe(true);
    // Half of them return their copy, and half sell it back. Then each copy is on sale again.
    onSale = await inParallel(sold, 20, async ({ as, cardId }) => {
      const [path, body] =
        buyers.indexOf(as) % 2 === 0
          ? [`/cards/${cardId}/return`, {}]
          : ['/cards/sell', { cardId, packOpeningId: cardId }];
      const { status } = await retryWhileBusy(() => shop.call('POST', path, { as, body }));
      expect(status).toBe(200);
      await putOnSale(shop, as.userId, cardId!, { price: 1000 });
      return cardId!;
    });
  }
  const { rows } = await shop.owner.query<{ holders: number; live: number }>(
    `select count(*)::int as holders, count(*) filter (where status in ('available', 'locked'))::int as live
     from physical_cards where bought_as_id is not null and opened_by_id = any ($1)`,
    [buyers.map(({ userId }) => userId)],
  );
  expect(rows).toEqual([{ holders: 3 * copies, live: 0 }]);
});

test('nobody gains by buying, returning and selling back at moving prices', async () => {
  const random = seededRandom('loops over HTTP');
  const trader = await shop.signUp(500);
  let id = (await singlesOnSale(shop, 1, { price: 1500 }))[0]!.id;
  let least = 500;
  for (let step = 0; step < 40; step += 1) {
    const { status, body } = await buy(trader, [id]);
    expect([status, body.error]).toEqual([200, undefined]);
    const { cardId } = body.data.singles![0]!;
    const isReturned = random() < 0.5;
    const back = await shop.call('POST', isReturned ? `/cards/${cardId}/return` : '/cards/sell', {
      as: trader,
      body: isReturned ? {} : { cardId, packOpeningId: cardId },
    });
    expect([back.status, back.body.error]).toEqual([200, undefined]);
    const { body: credits } = await shop.call<{ account_balance: number }>(
      'GET',
      '/users/credits',
      { as: trader },
    );
    expect(credits.data.account_balance).toBeLessThanOrEqual(least);
    least = credits.data.account_balance;
    id = cardId;
    await putOnSale(shop, trader.userId, id, { price: 5 + Math.floor(random() * 1000) });
  }
});
