// Makes stock for tests by hand: a few cards, two pack types, and any number of packs.
import { randomUUID } from 'node:crypto';
import { toCents } from '#domain/money.ts';
import { newPackTypeFields } from '#domain/pack-type.ts';
import { importCards } from '../server/prices/import-cards.ts';
import { refreshPotentialHits } from '../server/catalogue/pack-type-facts-queries.ts';
import type { ReadCard } from '../server/catalogue/import/read-card.ts';
import { findCardIds } from '../server/catalogue/cards-queries.ts';
import { storePackType } from '../server/catalogue/pack-types-queries.ts';
import { insertPacks } from '../server/stock/physical-packs-queries.ts';
import { inLongTransaction } from '#engine/database.ts';
import type { Context } from '../server/runtime/context.ts';

/** Market values in US cents. At a rate of 1.4 they are CAD 1.40, 0.35, 7.00, 42.00 and 0.00. */
const CARDS = [
  { name: 'Harbour Lantern', number: '1', rarity: 'common', usd: 100 },
  { name: 'Moss Wall', number: '2', rarity: 'common', usd: 25 },
  { name: 'Glass Heron', number: '3', rarity: 'rare', usd: 500 },
  { name: 'The Ninth Bell', number: '4', rarity: 'mythic', usd: 3000 },
  { name: 'Blank Token', number: '5', rarity: 'uncommon', usd: null },
] as const;

/** The three cards in each pack, worth 1.40 + 0.35 + 7.00 CAD. */
const PACK_CARDS = ['1', '2', '3'];

export const TEST_SET = 'magic-tst';

function readCard(card: (typeof CARDS)[number]): ReadCard {
  return {
    externalId: `test-${card.number}`,
    game: 'magic',
    setCode: 'tst',
    setName: 'Test Harbour',
    setReleasedOn: '2026-01-01',
    name: card.name,
    number: card.number,
    nativeRarity: card.rarity,
    rarity: card.rarity,
    finish: 'normal',
    imageUrl: null,
    prices:
      card.usd === null
        ? []
        : [{ source: 'test', amountMinor: card.usd, currency: 'USD', observedOn: '2026-11-01' }],
  };
}

/** Makes the cards, and a pack type that costs CAD 10.00 and has `packs` in stock. Returns the type's id. */
export async function stockPackType(
  context: Context,
  options: {
    packs: number;
    purchaseLimit?: number | null;
    id?: string;
    price?: number;
    cards?: string[];
    /** The serial of each pack, by its index. The certification number is the serial after `FF-`. */
    serial?: (index: number) => string;
    /** Whether the cards exist already, from another type. */
    cardsAreMade?: boolean;
  },
): Promise<string> {
  const id = options.id ?? `test-${randomUUID().slice(0, 8)}`;
  const numbers = options.cards ?? PACK_CARDS;
  const serialOf = options.serial ?? ((index: number) => `${id}-${index}`);
  // The transaction has no time limit, because storing thousands of packs on a busy machine may take longer than a
  // request may.
  await inLongTransaction(context.db, async (db) => {
    if (options.cardsAreMade !== true) {
      await importCards(db, CARDS.map(readCard), context.config);
    }
    const keys = await findCardIds(db, TEST_SET);
    const idOf = (number: string) => [...keys].find(([key]) => key.startsWith(`${number} |`))![1];
    await storePackType(db, {
      id,
      setId: TEST_SET,
      cardCount: numbers.length,
      fields: newPackTypeFields({
        name: `Pack ${id}`,
        description: 'Made for a test.',
        price: toCents(options.price ?? 1000),
        purchaseLimit: options.purchaseLimit,
        guaranteed: true,
      }),
      odds: [],
      position: 0,
      cardIds: [...keys.values()],
    });
    await insertPacks(
      db,
      Array.from({ length: options.packs }, (_, index) => serialOf(index)).map((serial) => ({
        packTypeId: id,
        serial,
        certificationNumber: `FF-${serial}`,
        cards: numbers.map((number) => ({ cardId: idOf(number), condition: 'Near Mint' as const })),
      })),
    );
    await refreshPotentialHits(db);
  });
  return id;
}
