// Does everything that can happen to cards, all at the same time. Expects that each card leaves its
// owner in only one way, and that the money is exact.
import { describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { retryWhileBusy } from '../../testing/crowd.ts';
import { confirm, postAll, type Intent } from '../../testing/payments.ts';
import {
  ADDRESS,
  balanceOf,
  cardsOf,
  groupsOf,
  ownerOfCards,
  ship,
  shipped,
  type Item,
  type Shipment,
} from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });

const chunks = (items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

async function sell(as: SignedIn, items: Item[]): Promise<number> {
  const { body } = await shop.call<{ successCount: number }>('POST', '/cards/sell/bulk', {
    as,
    body: {
      cards: items.map((item) => ({ cardId: item.card.id, packOpeningId: item.packOpeningId })),
    },
  });
  return body.data?.successCount ?? 0;
}

describe('selling and shipping the same 400 cards', () => {
  test('from five clients at once sends or pays for each card once', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 134, purchaseLimit: null });
    const { user, items } = await ownerOfCards(shop, packTypeId, { packs: 134, credits: 1_000 });
    const cards = items.slice(0, 400);
    const before = await balanceOf(shop, user);

    const one = chunks(cards, 1);
    const ten = chunks(cards.toReversed(), 10);
    const sides: (() => Promise<unknown>)[] = [
      // The sales take cards from the front, and the shipments take cards from the back, so that
      // sales and shipments can each win some cards.
      async () => {
        for (const part of chunks(cards, 5)) await sell(user, part);
      },
      async () => {
        for (const part of chunks(cards, 8)) await sell(user, part);
      },
      async () => {
        for (const part of ten) await ship(shop, user, part);
      },
      async () => {
        for (const part of one) await ship(shop, user, part);
      },
      // Begins card payments that are never paid. Each payment locks its cards for a while, and
      // then releases them.
      async () => {
        for (const part of chunks(cards, 50)) {
          await shop.call('POST', '/shipping/create-payment-intent', {
            as: user,
            body: { cardGroups: groupsOf(part), shippingAddress: ADDRESS },
          });
        }
      },
    ];
    await Promise.all(sides.map((side) => side()));
    // Cards that the last payment reserved are shipped now.
    await ship(shop, user, cards.slice(0, 1));
    await sell(user, cards);

    const now = (await cardsOf(shop, user)).filter((item) =>
      cards.some((card) => card.card.id === item.card.id),
    );
    const count = (status: string) => now.filter((item) => item.status === status).length;
    expect(count('sold') + count('shipped')).toBe(400);
    expect(count('shipped')).toBeGreaterThan(0);
    expect(count('sold')).toBeGreaterThan(0);

    const cents = (amount: number) => Math.round(amount * 100);
    const paid = now
      .filter((item) => item.status === 'sold')
      .reduce((total, item) => total + cents(item.sellPrice), 0);
    const { rows } = await shop.owner.query<{ fees: number }>(
      `select coalesce(sum(base_fee + weight_fee + insurance_fee - reduction + tax), 0)::int as fees from shipments where user_id = $1 and requested_at is not null`,
      [user.userId],
    );
    expect(cents(await balanceOf(shop, user))).toBe(cents(before) + paid - rows[0]!.fees);
  });
});

describe('cancelling and paying at the same moment', () => {
  test('a shipment that an operator and its owner cancel together refunds its fee once', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 20, purchaseLimit: null });
    const { user, items } = await ownerOfCards(shop, packTypeId, { packs: 10, credits: 100 });
    const moderator = await shop.signUp({ role: 'moderator' });
    const shipments: Shipment[] = [];
    for (const part of chunks(items, 3)) shipments.push(await shipped(shop, user, part));
    const move = (id: string, status: string) =>
      shop.call('PATCH', `/admin/shipments/${id}`, { as: moderator, body: { status } });
    await Promise.all(
      shipments
        .flatMap(({ id }) => [
          () => shop.call('POST', `/shipping/requests/${id}/cancel`, { as: user }),
          () => move(id, 'packed'),
          () => move(id, 'cancelled'),
        ])
        .map((ask) => retryWhileBusy<{ status: number }>(ask)),
    );
    const { rows } = await shop.owner.query<{ state: string; fees: number }>(
      `select state, sum(base_fee + weight_fee + insurance_fee - reduction + tax)::int as fees from shipments where user_id = $1 group by state`,
      [user.userId],
    );
    expect(rows.map((row) => row.state)).toEqual(['cancelled']);
    expect(await balanceOf(shop, user)).toBe(100);
    expect((await cardsOf(shop, user)).every((item) => item.status === 'available')).toBe(true);
  });

  test('a payment that succeeds while its owner changes to credits is delivered or refunded', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 12, purchaseLimit: null });
    for (let round = 0; round < 6; round += 1) {
      const { user, items } = await ownerOfCards(shop, packTypeId, { credits: 8 });
      const { body } = await shop.call<Intent>('POST', '/shipping/create-payment-intent', {
        as: user,
        body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS },
      });
      await Promise.all([confirm(shop, body.data), ship(shop, user, items)]);
      await postAll(shop);
      const now = await cardsOf(shop, user);
      expect(now.every((item) => item.status === 'shipped')).toBe(true);
      const { rows } = await shop.owner.query<{ shipments: number }>(
        `select count(*)::int as shipments from shipments where user_id = $1 and requested_at is not null`,
        [user.userId],
      );
      expect(rows[0]!.shipments).toBe(1);
    }
  });
});

describe('a parcel that is packed while its owner adds cards in many requests', () => {
  test('contains each of them or none, and every added one is sent with it', async () => {
    const packTypeId = await stockPackType(shop.context, { packs: 8, purchaseLimit: null });
    const { user, items } = await ownerOfCards(shop, packTypeId, { packs: 8, credits: 50 });
    const moderator = await shop.signUp({ role: 'moderator' });
    const parcel = await shipped(shop, user, items.slice(0, 2));
    const more = items.slice(2, 14);
    const quoteIds = await Promise.all(
      more.map(async (item) => {
        const { body } = await shop.call<{ beside: { quote: { id: string } }[] }>(
          'POST',
          '/shipping/quotes',
          { as: user, body: { cardGroups: groupsOf([item]), country: 'CA' } },
        );
        return body.data.beside[0]!.quote.id;
      }),
    );
    const responses = await Promise.all([
      ...more.map((item, index) =>
        retryWhileBusy(() => ship(shop, user, [item], { quoteId: quoteIds[index] })),
      ),
      retryWhileBusy(() =>
        shop.call<Shipment>('PATCH', `/admin/shipments/${parcel.id}`, {
          as: moderator,
          body: { status: 'packed' },
        }),
      ),
    ]);
    const packed = responses.pop()!;
    expect(packed.status).toBe(200);
    // Each quote is for a parcel with two cards. After one addition the parcel has more cards, so
    // the other quotes no longer match.
    const went = responses.filter(({ status }) => status === 200);
    expect(went.length).toBeLessThanOrEqual(1);
    for (const { status, body } of responses) {
      expect(status === 200 || body.error.code === 'QUOTE_EXPIRED').toBe(true);
    }
    const { rows } = await shop.owner.query<{ state: string }>(
      'select state from shipments where user_id = $1',
      [user.userId],
    );
    expect(rows.map(({ state }) => state)).toEqual(Array(1 + went.length).fill('packed'));
    expect(await balanceOf(shop, user)).toBe(42);
  });
});
