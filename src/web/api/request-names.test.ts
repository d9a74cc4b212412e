import { listPackTypes } from '#contract/catalogue.ts';
import { openPack } from '#contract/opening.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { samplePackTypes } from '../catalogue/sample-data.ts';
import { withOtherNames } from './request-names.ts';

const PACKS = samplePackTypes();

function renamed(value: unknown, names: Record<string, string>): unknown {
  return JSON.parse(
    Object.entries(names).reduce(
      (text, [from, to]) => text.replaceAll(`"${from}":`, `"${to}":`),
      JSON.stringify(value),
    ),
  );
}

test('pack types are read in either spelling of their fields', () => {
  const wire = z.encode(listPackTypes.reply, PACKS);
  const spellings: Record<string, string>[] = [
    { card_count: 'cardCount', set_id: 'setId', set_name: 'setName', is_available: 'isAvailable' },
    { card_count: 'expectedCardCount', packImageUrl: 'image' },
    { potentialHitsCards: 'potential_hits_cards', availablePacksCount: 'available_packs_count' },
  ];
  for (const names of spellings) {
    const theirs = renamed(wire, names);
    expect(z.safeDecode(listPackTypes.reply, theirs as never).success).toBe(false);
    expect(z.decode(listPackTypes.reply, withOtherNames(theirs) as never)).toEqual(PACKS);
  }
});

test('and so are the cards of a pack', () => {
  const opening = {
    id: '7b1c0f6e-0000-4000-8000-000000000001',
    packOpeningId: '7b1c0f6e-0000-4000-8000-000000000001',
    packId: '7b1c0f6e-0000-4000-8000-000000000002',
    packTypeId: 'pokemon-sv1',
    packName: 'Scarlet & Violet',
    openedAt: '2026-11-20T00:00:00.000Z',
    cards: [
      {
        id: '7b1c0f6e-0000-4000-8000-000000000003',
        catalogueCardId: '7b1c0f6e-0000-4000-8000-000000000004',
        name: 'Grimer',
        rarity: 'common',
        nativeRarity: 'Common',
        foil: false,
        finish: 'normal',
        condition: 'near_mint',
        isHighValue: false,
        value: 0.08,
        sellPrice: 0.04,
        status: 'available',
        image: '/art/card/a.svg',
        set_name: '151',
      },
    ],
    totalValue: 0.08,
    paid: 5.39,
  };
  const read = z.decode(openPack.reply, opening as never);
  const theirs = renamed(opening, {
    cards: 'cardsReceived',
    value: 'currentPrice',
    image: 'imageUrl',
    set_name: 'setName',
  });
  expect(z.decode(openPack.reply, withOtherNames(theirs) as never)).toEqual(read);
});

test('a pack type that does not state whether it can be bought can be', () => {
  const wire = z.encode(listPackTypes.reply, PACKS);
  const untold = wire.map((pack) => ({ ...pack, is_available: undefined }));
  const packs = z.decode(listPackTypes.reply, untold as never);
  expect(packs.map((pack) => pack.is_available)).toEqual(PACKS.map(() => true));
});

test('a field under its own name is not replaced', () => {
  expect(withOtherNames({ card_count: 9, cardCount: 15, image: null })).toMatchObject({
    card_count: 9,
    cardCount: 15,
    image: null,
  });
});
