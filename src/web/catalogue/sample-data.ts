// Sample packs, which are used in development while no shop can be reached (docs/product.md §12). No build contains
// them.
import type { PackType } from '#contract/catalogue.ts';
import type { Rarity } from '#domain/card.ts';
import { toCents } from '#domain/money.ts';
import { newPackTypeFields } from '#domain/pack-type.ts';

/** The share of cards with each rarity, in percent. */
const WEIGHTS: Record<Rarity, number> = { common: 60, rare: 25, uncommon: 12, mythic: 3 };

const SAMPLES: { cardCount: number; cad: number }[] = [
  { cardCount: 15, cad: 25 },
  { cardCount: 11, cad: 4 },
  { cardCount: 5, cad: 15 },
];

/** Returns three sample packs. No shop has them in stock. */
export function samplePackTypes(): PackType[] {
  const day = new Date(0);
  return SAMPLES.map(({ cardCount, cad }) => ({
    ...shownFields(`Sample pack of ${cardCount} cards`, cad),
    id: `sample-${cardCount}`,
    originalPrice: null,
    discount: null,
    game: 'sample',
    packImageUrl: '/pack-plain.svg',
    card_count: cardCount,
    set_id: 'sample',
    set_name: 'Sample',
    is_available: true,
    availablePacksCount: 10,
    stock: 10,
    odds: (Object.keys(WEIGHTS) as Rarity[]).map((rarity) => ({
      rarity,
      chance: 1 - (1 - WEIGHTS[rarity] / 100) ** cardCount,
      packs: null,
    })),
    counted: null,
    pricesAsOf: null,
    potentialHitsCards: [],
    createdAt: day,
    updatedAt: day,
  }));
}

function shownFields(name: string, cad: number) {
  const description = 'Sample data: this pack is not for sale.';
  const fields = newPackTypeFields({ name, description, price: toCents(cad * 100) });
  const { isAvailable: _isAvailable, nextPrice: _nextPrice, ...shown } = fields;
  return shown;
}
