// Tests a bank's events and the shopper's actions at the same time. The result must be as if they had happened one
// after the other.
import { expect, test } from 'vitest';
import { crowdOf } from '../../testing/crowd.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../../testing/app.ts';
import { brokenPromises } from '../../testing/books.ts';
import { buyToDispute, decide } from '../../testing/disputes.ts';
import { post, purchased } from '../../testing/payments.ts';
import { cardsOf, ship } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });

const SHOPPERS = crowdOf(20);

/** Makes a shopper with one opened and one sealed pack, whose payment is about to be disputed. */
async function shopper(type: string): Promise<{ as: SignedIn; intentId: string; acts: Acts }> {
  const as = await shop.signUp(30);
  const intentId = await buyToDispute(shop, as, type, { quantity: 2 });
  const { packIds } = await purchased(shop, as, intentId);
  await shop.call('POST', `/packs/${packIds[0]}/open`, { as });
  const cards = await cardsOf(shop, as);
  const [first, second, third] = cards.map(({ card, packOpeningId }) => ({
    cardId: card.id,
    packOpeningId,
  }));
  return {
    as,
    intentId,
    acts: [
      () => shop.call('POST', `/packs/${packIds[1]}/open`, { as }),
      () => shop.call('POST', '/cards/sell', { as, body: first }),
      () =>
        ship(
          shop,
          as,
          cards.filter((one) => one.card.id === second!.cardId),
        ),
      () => shop.call('POST', '/cards/convert', { as, body: { cards: [third] } }),
      () => shop.call('POST', '/packs/purchase', { as, body: { packId: type } }),
    ],
  };
}

type Acts = (() => Promise<ShopResponse<unknown>>)[];

test.each(['win', 'lose'] as const)(
  'whatever shoppers do during disputes that the banks %s, the books agree',
  async (how) => {
    const type = await stockPackType(shop.context, {
      packs: 3 * SHOPPERS,
      purchaseLimit: null,
      id: `raced-${how}`,
      cardsAreMade: how === 'lose',
    });
    const shoppers = [];
    for (let made = 0; made < SHOPPERS; made += 1) shoppers.push(await shopper(type));
    const opened = await shop.sandbox.takeEvents();
    await together(
      opened.flatMap((event) => [1, 2, 3, 4, 5].map(() => () => post(shop, event))),
      shoppers.flatMap(({ acts }) => acts),
    );
    expect(await brokenPromises(shop.context)).toEqual([]);

    for (const { intentId } of shoppers) await decide(shop, intentId, how);
    const ended = await shop.sandbox.takeEvents();
    await together(
      ended.flatMap((event) => [1, 2, 3, 4, 5].map(() => () => post(shop, event))),
      shoppers.flatMap(({ acts }) => acts),
    );
    expect(await brokenPromises(shop.context)).toEqual([]);
    const { rows } = await shop.owner.query<{ state: string; count: number }>(
      `select d.state, count(*)::int as count from disputes d join payments y on y.id = d.payment_id
       join order_lines l on l.order_id = y.subject_id where l.pack_type_id = $1 group by 1`,
      [type],
    );
    expect(rows).toEqual([{ state: how === 'win' ? 'won' : 'lost', count: SHOPPERS }]);
  },
);

/**
 * Runs events and actions concurrently. An action may be refused, but must not fail in any other way. If the busy shop
 * rejects an event, the event is sent again.
 */
async function together(events: (() => Promise<ShopResponse>)[], acts: Acts): Promise<void> {
  const [told, done] = await Promise.all([
    Promise.all(events.map((tell) => tell())),
    Promise.all(acts.map((act) => act())),
  ]);
  expect(done.filter(({ status }) => status === 500)).toEqual([]);
  const again = events.filter((_tell, index) => told[index]!.status === 503);
  expect(told.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  if (again.length > 0) await together(again, []);
}
