import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listLockedCards } from '#contract/collection-admin.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { buyToDispute } from '../../../testing/disputes.ts';
import { postAll, purchased } from '../../../testing/payments.ts';
import { cardsOf, ownerOfCards } from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';

type Locked = z.input<typeof listLockedCards.reply>;

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let moderator: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 10, purchaseLimit: null });
  moderator = await shop.signUp({ role: 'moderator' });
});

async function locked(query = ''): Promise<Locked> {
  const { status, body } = await shop.call<Locked>('GET', `/admin/cards/locked?${query}`, {
    as: moderator,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const lockExpired = (ids: string[]) =>
  shop.owner.query(
    `update physical_cards set status = 'locked', lock_reason = 'expired' where id = any ($1::uuid[])`,
    [ids],
  );

test('operators see locked cards by their reason, with their owners and values', async () => {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const [first, second] = items;
  await lockExpired([first!.card.id, second!.card.id]);
  const other = await shop.signUp();
  const { packIds } = await purchased(shop, other, await buyToDispute(shop, other, packTypeId));
  await shop.call('POST', `/packs/${packIds[0]}/open`, { as: other });
  await postAll(shop);
  await shop.owner.query(
    `update physical_cards set auto_convert_at = shop_now() - interval '3 days' where id = $1`,
    [second!.card.id],
  );

  const { cards, pagination, counts } = await locked();
  expect(cards.map(({ cardId }) => cardId)).toEqual([second!.card.id, first!.card.id]);
  const { rows } = await shop.owner.query<{ email: string }>(
    'select email from users where id = $1',
    [user.userId],
  );
  expect(cards[1]).toEqual({
    cardId: first!.card.id,
    name: first!.card.name,
    setName: first!.card.set_name,
    number: '1',
    finish: first!.card.finish,
    ownerEmail: rows[0]!.email,
    marketValue: first!.marketValue,
    sellPrice: first!.sellPrice,
    autoConvertAt: first!.autoConvertAt,
  });
  expect(pagination.total).toBe(2);
  expect(counts).toEqual([
    { reason: 'shipping_payment', count: 0 },
    { reason: 'expired', count: 2 },
    { reason: 'dispute', count: 3 },
    { reason: 'refund', count: 0 },
  ]);
  const disputed = await cardsOf(shop, other);
  expect((await locked('reason=dispute')).cards.map(({ cardId }) => cardId).toSorted()).toEqual(
    disputed.map((item) => item.card.id).toSorted(),
  );
  const next = await locked('limit=1&page=2');
  expect(next.cards.map(({ cardId }) => cardId)).toEqual([first!.card.id]);
  expect(next.pagination).toMatchObject({ total: 2, totalPages: 2, hasNext: false });
});

test('customers can’t see the list of locked cards', async () => {
  const { user } = await ownerOfCards(shop, packTypeId);
  expect((await shop.call('GET', '/admin/cards/locked', { as: user })).status).toBe(403);
});
