import type { Page } from '@playwright/test';
import { callAs } from './shopper.ts';

type Card = { set_id: string; number: string; nativeRarity: string; finish: string };

/** Creates a pack type and takes in this many packs of it, as an operator does. */
export async function stockType(page: Page, name: string, packs: number): Promise<string> {
  const id = name.toLowerCase().replaceAll(' ', '-');
  const of = { set_id: 'yugioh-DIFO', price: 5, card_count: 3, guaranteed: true };
  await callAs(page, '/pack-types', { id, name, ...of });
  await takeIn(page, id, packs);
  return id;
}

export async function takeIn(page: Page, packTypeId: string, packs: number): Promise<void> {
  const path = '/cards/market?game=yugioh&setName=Dimension&pageSize=3';
  const { cards } = await callAs<{ cards: Card[] }>(page, path);
  const held = cards.map(({ set_id, number, nativeRarity: rarity, finish }) => ({
    set: set_id.slice('yugioh-'.length),
    number,
    rarity,
    finish,
  }));
  await callAs(page, '/admin/stock/intake', {
    packs: Array.from({ length: packs }, () => {
      const serial = crypto.randomUUID();
      return { packTypeId, serial, certificationNumber: `FF-${serial}`, cards: held };
    }),
  });
}
