// Tests what a drop's packs were designed to return to buyers, beside what the opened ones returned.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showWorth } from '#contract/margin.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { valueStock } from './sum-margins.ts';

type Drop = z.input<typeof showWorth.reply>['drops'][number];

const drops = openDropShop();

async function returnOf(dropId: string): Promise<Drop | undefined> {
  await valueStock(drops.now().context);
  const { body } = await drops.call<z.input<typeof showWorth.reply>>('GET', '/admin/margin/worth');
  return body.data.drops.find((one) => one.dropId === dropId);
}

test('shows the mean of all packs beside that of the opened ones, and hides what so few sealed ones hold', async () => {
  const type = await drops.stocked(24);
  const drop = await drops.opened(await drops.drafted(type));
  expect(await returnOf(drop.id)).toMatchObject({
    packs: 24,
    opened: 0,
    actual: null,
    chance: null,
    isWithinChance: true,
    paidBack: null,
  });
  const buy = (quantity: number) =>
    drops.call<{ packOpenings: { id: string; cards: { id: string; sellPrice: number }[] }[] }>(
      'POST',
      '/payments/purchase-with-balance',
      {
        as: drops.people.buyer,
        body: { packs: [{ packId: type, quantity }], paymentMethod: 'balance' },
      },
    );
  const { body } = await buy(4);
  const [opened] = body.data.packOpenings;
  const value = opened!.cards.reduce((cents, card) => cents + Math.round(card.sellPrice * 100), 0);
  await drops.call('POST', '/cards/sell', {
    as: drops.people.buyer,
    body: { cardId: opened!.cards[0]!.id, packOpeningId: opened!.id },
  });
  // All packs of this type hold the same cards, so chance plays no role.
  const shown = await returnOf(drop.id);
  expect(shown).toMatchObject({
    packs: 24,
    opened: 4,
    designed: value / 100,
    actual: value / 100,
    isWithinChance: true,
    paidBack: Math.round((opened!.cards[0]!.sellPrice * 100) / 4) / 100,
  });
  await buy(1);
  expect((await returnOf(drop.id))!.opened).toBe(4);
});
