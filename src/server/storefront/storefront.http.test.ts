// Tests the shop's statements about itself, and who sees them.
import { describe, expect, test } from 'vitest';
import type { showPriceDay } from '#contract/prices.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { showFigures } from '#contract/storefront.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();

const pricesOf = async (of: typeof shop) =>
  (await of.call<Reply<typeof showPriceDay>>('GET', '/prices')).body.data;

describe('the claim that prices are updated daily', () => {
  const refresh = (hoursAgo: number, cards: number, error: string | null = null) =>
    shop.owner.query(
      `insert into price_runs (id, source, started_at, finished_at, cards, error)
       values (gen_random_uuid(), 'test', now() - make_interval(hours => $1), now(), $2, $3)`,
      [hoursAgo, cards, error],
    );

  test('appears while the newest refresh that brought prices is younger than 48 hours', async () => {
    expect(await pricesOf(shop)).toEqual({ areDaily: false, asOf: null });
    await stockPackType(shop.context, { packs: 1 });
    const asOf = '2026-11-01T00:00:00.000Z';
    await refresh(49, 5);
    await refresh(1, 0);
    await refresh(1, 5, 'The source is away');
    expect(await pricesOf(shop)).toEqual({ areDaily: false, asOf });
    await refresh(47, 5);
    // If the newest price is older than two days, the page does not call prices daily, whatever the source reports.
    expect(await pricesOf(shop)).toEqual({ areDaily: false, asOf });
    await shop.owner.query(
      `update cards set priced_on = (shop_now() at time zone 'utc')::date - 2`,
    );
    expect(await pricesOf(shop)).toMatchObject({ areDaily: true });
  });
});

test('the figures of About are counts of real events', async () => {
  const figures = async () =>
    (await shop.call<Reply<typeof showFigures>>('GET', '/figures')).body.data;
  const before = await figures();
  const packId = await stockPackType(shop.context, { packs: 5, purchaseLimit: null });
  const buyer = await shop.signUp(100);
  type Bought = { packOpenings: { id: string; cards: { id: string }[] }[] };
  const { body } = await shop.call<Bought>('POST', '/packs/purchase', {
    as: buyer,
    body: { packId, quantity: 2 },
  });
  const send = async (opening: Bought['packOpenings'][number]) => {
    const shippingAddress = {
      firstName: 'Mira',
      lastName: 'Novak',
      addressLine1: '1 Wharf Road',
      city: 'Toronto',
      state: 'ON',
      postalCode: 'M5V 1A1',
      country: 'CA',
    };
    const cardGroups = [{ packOpeningId: opening.id, cardIds: opening.cards.map(({ id }) => id) }];
    const asked = await shop.call<{ id: string }>('POST', '/shipping/requests', {
      as: buyer,
      body: { cardGroups, shippingAddress, paymentMethod: 'balance' },
    });
    return asked.body.data.id;
  };
  const [first, second] = body.data.packOpenings;
  const sent = await send(first!);
  await send(second!);
  const operator: SignedIn = await shop.signUp({ role: 'moderator' });
  const move = (change: object) =>
    shop.call('PATCH', `/admin/shipments/${sent}`, { as: operator, body: change });
  await move({ status: 'packed' });
  await move({ status: 'shipped', carrier: 'Canada Post', trackingNumber: '1' });
  // Cards whose shipment is only requested do not count as shipped.
  expect(await figures()).toEqual({
    packsOpened: (before.packsOpened ?? 0) + 2,
    cardsShipped: (before.cardsShipped ?? 0) + 3,
    packsInStock: (before.packsInStock ?? 0) + 3,
  });
});
