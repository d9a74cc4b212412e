// Tests that many users can sell at the same time in batched transactions. Each is paid for their own cards and sees
// only their own results.
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { expect, test, vi } from 'vitest';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import type { sellCardsInBulk } from '#contract/collection.ts';
import { PipelinedQuery } from '#engine/pipelined-query.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();

/** Cards with the credit values 0.70, 0.17, 3.50, 21.00 and 0.00, four times. The worthless cards are sold, too. */
const CARDS_A_PACK = Array.from({ length: 20 }, (_none, at) => String((at % 5) + 1));
const PACK = 10.8;

type Bought = z.input<typeof purchaseWithBalance.reply>;
type Sold = z.input<typeof sellCardsInBulk.reply>;
type Sale = { cardId: string; packOpeningId: string; expectedSellPrice?: number };
type Owner = { user: SignedIn; cards: Sale[] };

/** Makes users, each with an opened pack of twenty cards and credits for another pack. */
async function makeOwners(packId: string, count: number): Promise<Owner[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const user = await shop.signUp(2 * PACK);
      const { body } = await buy(user, packId);
      const [opening] = body.data.packOpenings;
      const { id, cards } = opening!;
      return { user, cards: cards.map((card) => ({ cardId: card.id, packOpeningId: id })) };
    }),
  );
}

function buy(user: SignedIn, packId: string) {
  return shop.call<Bought>('POST', '/payments/purchase-with-balance', {
    as: user,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
}

function sell({ user }: Owner, cards: Sale[]) {
  return shop.call<Sold>('POST', '/cards/sell/bulk', {
    as: user,
    key: randomUUID(),
    body: { cards },
  });
}

type Held = { balance: number; paid: number; sold: string[]; journals: string[]; sales: number };

/** The cards that a user has sold, the cards that the user still has, and the balance, according to the database. */
async function heldBy({ user }: Owner): Promise<Held> {
  const { rows } = await shop.owner.query<Held>(
    `select a.balance::int, coalesce((select sum(c.exit_price)::int from physical_cards c where c.opened_by_id = $1), 0) as paid,
       array(select c.id::text from physical_cards c where c.opened_by_id = $1 and c.status = 'sold' order by c.id) as sold,
       array(select j.reference_id::text from journals j where j.user_id = $1 and j.kind = 'card_sale' order by j.reference_id) as journals,
       (select count(distinct coalesce(j.posted_with, j.id))::int from journals j where j.user_id = $1 and j.kind = 'card_sale') as sales
     from ledger_accounts a where a.owner_id = $1`,
    [user.userId],
  );
  return rows[0]!;
}

const cents = (credits: number) => Math.round(credits * 100);

test('concurrent sellers share the cost of a sale, and each is paid for their own cards', async () => {
  const packId = await stockPackType(shop.context, {
    packs: 40,
    cards: CARDS_A_PACK,
    purchaseLimit: null,
  });
  const owners = await makeOwners(packId, 20);
  const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
  const responses = await Promise.all(
    owners.map((owner, at) => sell(owner, owner.cards.slice(0, 1 + at))),
  );
  const posted = sent.mock.calls.filter(([, text]) => text.includes('post_together'));
  sent.mockRestore();
  expect(posted.length).toBeLessThan(8);
  for (const [at, { status, body }] of responses.entries()) {
    const { data } = body;
    expect(status).toBe(200);
    expect(data.results.map(({ cardId }) => cardId)).toEqual(
      owners[at]!.cards.slice(0, 1 + at).map(({ cardId }) => cardId),
    );
    const ids = data.results.filter(({ success }) => success).map(({ cardId }) => cardId);
    expect(await heldBy(owners[at]!)).toEqual({
      balance: cents(data.newAccountBalance),
      paid: cents(data.totalSellPrice),
      sold: ids.toSorted(),
      journals: ids.toSorted(),
      sales: 1,
    });
    expect(cents(data.newAccountBalance)).toBe(cents(PACK) + cents(data.totalSellPrice));
  }
});

test('a user who may not sell among many who may gets the reason, and nobody else does', async () => {
  const packId = await stockPackType(shop.context, {
    packs: 40,
    cards: CARDS_A_PACK,
    purchaseLimit: null,
  });
  const owners = await makeOwners(packId, 16);
  const strangers = owners[0]!.cards[3]!;
  const sales = owners.map((owner, at) => {
    const [card] = owner.cards;
    if (at % 4 === 1) return sellOne(owner, strangers);
    if (at % 4 === 2) return sellOne(owner, { ...card!, expectedSellPrice: 1_000 });
    return sellOne(owner, card!);
  });
  const responses = await Promise.all(sales);
  const codes = responses.map(({ body }) => (body.success ? 'sold' : body.error!.code));
  expect(codes).toEqual(
    owners.map((_owner, at) => ['sold', 'CARD_NOT_FOUND', 'PRICE_CHANGED', 'sold'][at % 4]),
  );
  for (const [at, owner] of owners.entries()) {
    const sold = codes[at] === 'sold' ? [owner.cards[0]!.cardId] : [];
    expect(await heldBy(owner)).toMatchObject({ sold, journals: sold });
  }
});

function sellOne({ user }: Owner, card: Sale) {
  return shop.call('POST', '/cards/sell', { as: user, key: randomUUID(), body: card });
}

test('a user who buys and sells at the same moment has what both responses said', async () => {
  const packId = await stockPackType(shop.context, {
    packs: 80,
    cards: CARDS_A_PACK,
    purchaseLimit: null,
  });
  const owners = await makeOwners(packId, 16);
  // Each user sells half of their cards, sells all of them, and buys another pack, all at once.
  const halves = owners.map((owner) => sell(owner, owner.cards.slice(0, 10)));
  const packs = owners.map(({ user }) => buy(user, packId));
  const wholes = owners.map((owner) => sell(owner, owner.cards));
  const [half, bought, whole] = await Promise.all(
    [halves, packs, wholes].map((all) => Promise.all(all)),
  );
  for (const [at, owner] of owners.entries()) {
    expect([half![at]!.status, bought![at]!.status, whole![at]!.status]).toEqual([200, 200, 200]);
    const sold = [half![at]!.body.data as Sold, whole![at]!.body.data as Sold];
    const gained = sold.reduce((all, { totalSellPrice }) => all + cents(totalSellPrice), 0);
    const held = await heldBy(owner);
    expect(held).toMatchObject({ balance: gained, paid: gained });
    expect(held.sold).toEqual(owner.cards.map(({ cardId }) => cardId).toSorted());
  }
});
