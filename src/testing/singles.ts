// Puts single cards on sale in tests. Each is one that a user pulled and sold back.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { stockPackType } from './stock.ts';

/** A card of the house on sale. `id` is what a cart names. `cardId` is its card in the catalogue. */
export type TestSingle = { id: string; cardId: string; name: string; packId: string };

type Opened = {
  packOpenings: {
    id: string;
    packId: string;
    cards: { id: string; catalogueCardId: string; name: string }[];
  }[];
};

/**
 * Has a new user pull cards and sell them back, and puts them on sale at a price. Every pack has a card worth CAD 1.40,
 * 0.35 and 7.00, of which the dearest is sold.
 */
export async function singlesOnSale(
  shop: TestApp,
  count: number,
  { price = 1000, condition }: { price?: number; condition?: string } = {},
): Promise<TestSingle[]> {
  const seller = await shop.signUp(count * 20);
  const packId = await stockPackType(shop.context, { packs: count, purchaseLimit: null });
  const { body } = await shop.call<Opened>('POST', '/packs/purchase', {
    as: seller,
    body: { packId, quantity: count },
  });
  const singles = [];
  for (const { id: packOpeningId, packId: from, cards } of body.data.packOpenings) {
    const card = cards[2]!;
    const sold = await shop.call('POST', '/cards/sell', {
      as: seller,
      body: { cardId: card.id, packOpeningId },
    });
    expect([sold.status, sold.body.error]).toEqual([200, undefined]);
    await putOnSale(shop, seller.userId, card.id, { price, condition });
    singles.push({ id: card.id, cardId: card.catalogueCardId, name: card.name, packId: from });
  }
  return singles;
}

/** Takes a card of the house in hand, shelves it and puts it on sale, as the desk does. */
export async function putOnSale(
  { owner }: Pick<TestApp, 'owner'>,
  byId: string,
  id: string,
  { price, condition }: { price: number; condition?: string | undefined },
): Promise<void> {
  const steps = [
    `state = 'checked', checked_at = shop_now(), checked_by_id = '${byId}'${condition === undefined ? '' : `, condition = '${condition}'`}`,
    `state = 'shelved', shelf = 'A-1'`,
    `state = 'on_sale', price = ${price}, price_by_hand = true, priced_at = shop_now()`,
  ];
  for (const step of steps) {
    await owner.query(`update house_cards set ${step} where id = $1`, [id]);
  }
}

/** Moves the purchase of a bought single into the past. */
export async function boughtAgo(shop: TestApp, cardId: string, ago: string): Promise<void> {
  await shop.owner.query(`
    begin;
    set local session_replication_role = replica;
    update house_cards h set exited_at = h.exited_at - interval '${ago}'
      from physical_cards p where p.id = '${cardId}' and h.id = p.bought_as_id;
    update physical_cards set opened_at = opened_at - interval '${ago}' where id = '${cardId}';
    commit;`);
}
