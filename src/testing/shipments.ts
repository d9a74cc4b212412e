// Ships cards in a test.
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { cardItem } from '#contract/collection.ts';
import type { shipment } from '#contract/shipping.ts';
import type { ShopResponse, SignedIn, TestApp } from './app.ts';

export type Item = z.input<typeof cardItem>;
export type Shipment = z.input<typeof shipment>;

export const ADDRESS = {
  firstName: 'Mira',
  lastName: 'Holt',
  addressLine1: '12 Harbour Street',
  addressLine2: '',
  city: 'Halifax',
  state: 'NS',
  postalCode: 'B3H 1A1',
  country: 'CA',
};

/** Makes a user who opened packs of a type. Returns the user, the rest of their credits, and all their cards. */
export async function ownerOfCards(
  shop: TestApp,
  packTypeId: string,
  { packs = 1, credits = 50 } = {},
): Promise<{ user: SignedIn; items: Item[] }> {
  const user = await shop.signUp(credits + packs * 10.8);
  for (let left = packs; left > 0; left -= 100) {
    const body = { packId: packTypeId, quantity: Math.min(left, 100) };
    const bought = await shop.call('POST', '/packs/purchase', { as: user, body });
    expect(bought.status).toBe(200);
  }
  return { user, items: await cardsOf(shop, user) };
}

/** All cards that a user opened. */
export async function cardsOf(shop: TestApp, as: SignedIn): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/cards/my?pageSize=100&page=${page}`;
    const { body } = await shop.call<{ cards: Item[]; pagination: { hasNext: boolean } }>(
      'GET',
      path,
      { as },
    );
    items.push(...body.data.cards);
    if (!body.data.pagination.hasNext) return items;
  }
}

/** Returns the groups of some cards, in the form that the browser sends. */
export function groupsOf(items: Item[]): { packOpeningId: string; cardIds: string[] }[] {
  const openings = [...new Set(items.map((item) => item.packOpeningId))];
  return openings.map((packOpeningId) => ({
    packOpeningId,
    cardIds: items
      .filter((item) => item.packOpeningId === packOpeningId)
      .map((item) => item.card.id),
  }));
}

/** Requests a shipment. It is paid with credits unless the body says otherwise. */
export function ship(
  shop: TestApp,
  as: SignedIn | undefined,
  items: Item[],
  more: Record<string, unknown> = {},
  key?: string,
): Promise<ShopResponse<Shipment>> {
  return shop.call<Shipment>('POST', '/shipping/requests', {
    as,
    body: {
      cardGroups: groupsOf(items),
      shippingAddress: ADDRESS,
      paymentMethod: 'balance',
      ...more,
    },
    ...(key === undefined ? {} : { key }),
  });
}

/** Requests a shipment that must succeed, and returns it. */
export async function shipped(
  shop: TestApp,
  as: SignedIn,
  items: Item[],
  more: Record<string, unknown> = {},
): Promise<Shipment> {
  const { status, body } = await ship(shop, as, items, more);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

export async function balanceOf(shop: TestApp, as: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', { as });
  return body.data.account_balance;
}

/** The current statuses of some cards. */
export async function statusesOf(shop: TestApp, as: SignedIn, items: Item[]): Promise<string[]> {
  const now = new Map((await cardsOf(shop, as)).map((item) => [item.card.id, item.status]));
  return items.map((item) => now.get(item.card.id)!);
}
