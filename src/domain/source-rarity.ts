// Maps each source's rarity words to the shop's four rarities (docs/product.md §9).
import { RARITIES, type Finish, type Game, type Rarity } from './card.ts';

// Every word that was found in the public data, under the shop's rarity for it.
const NATIVE_RARITIES: Record<Game, Record<Rarity, readonly string[]>> = {
  magic: {
    common: ['common'],
    uncommon: ['uncommon'],
    rare: ['rare', 'special'],
    mythic: ['mythic', 'bonus'],
  },
  pokemon: {
    common: ['Common', 'None'],
    uncommon: ['Uncommon'],
    rare: [
      'Rare',
      'Rare Holo',
      'Rare Holo EX',
      'Rare Holo GX',
      'Rare Holo LV.X',
      'Rare Holo V',
      'Rare Holo VMAX',
      'Rare Holo VSTAR',
      'Rare ACE',
      'Rare BREAK',
      'Rare Prime',
      'Rare Prism Star',
      'Rare Ultra',
      'Trainer Gallery Rare Holo',
      'Amazing Rare',
      'Radiant Rare',
      'Classic Collection',
      'Promo',
      'Double Rare',
      'Illustration Rare',
      'Ultra Rare',
      'ACE SPEC Rare',
      'Shiny Rare',
    ],
    mythic: [
      'Special Illustration Rare',
      'Hyper Rare',
      'Rare Secret',
      'Rare Rainbow',
      'LEGEND',
      'Rare Holo Star',
      'Rare Shining',
      'Rare Shiny',
      'Rare Shiny GX',
      'Shiny Ultra Rare',
    ],
  },
  yugioh: {
    common: [
      'Common',
      'Short Print',
      'Super Short Print',
      'Normal Parallel Rare',
      'Starfoil',
      'Starfoil Rare',
      'Shatterfoil Rare',
      'Mosaic Rare',
      'Duel Terminal Normal Parallel Rare',
      'Duel Terminal Normal Parallel',
      // These words are not rarities. The source writes remarks into the same field.
      'New',
      'Reprint',
      'New artwork',
      'European debut',
      'Oceanian debut',
      'European & Oceanian debut',
    ],
    uncommon: [
      'Rare',
      'Duel Terminal Rare Parallel Rare',
      'Duel Terminal Normal Rare Parallel Rare',
    ],
    rare: [
      'Super Rare',
      'Super Parallel Rare',
      'Duel Terminal Super Parallel Rare',
      'Ultra Rare',
      'Ultra Parallel Rare',
      'Duel Terminal Ultra Parallel Rare',
      'Gold Rare',
      'Premium Gold Rare',
      'Platinum Rare',
    ],
    mythic: [
      'Secret Rare',
      'Prismatic Secret Rare',
      'Gold Secret Rare',
      'Platinum Secret Rare',
      'Ultra Secret Rare',
      'Extra Secret Rare',
      'Extra Secret',
      'Quarter Century Secret Rare',
      'Ultimate Rare',
      'Ghost Rare',
      'Ghost/Gold Rare',
      'Starlight Rare',
      "Collector's Rare",
      'Cr',
      "Ultra Rare (Pharaoh's Rare)",
    ],
  },
};

// Yu-Gi-Oh! sets, by the prefix of their card numbers. Each has 60 cards, all of them foil, and 5 in a pack, with a
// Secret Rare in every pack. In these sets a Super Rare is an ordinary card, and a Secret Rare is not legendary.
const ALL_FOIL_SETS = ['DESO', 'FUEN', 'SPWA', 'DASA', 'HISU', 'INCH', 'MYFI', 'SESL'];
const ALL_FOIL_RARITIES = new Map<string, Rarity>([
  ['Super Rare', 'uncommon'],
  ['Secret Rare', 'rare'],
]);

const RARITY_OF: Record<Game, Map<string, Rarity>> = {
  magic: byNativeRarity('magic'),
  pokemon: byNativeRarity('pokemon'),
  yugioh: byNativeRarity('yugioh'),
};

/**
 * The shop's rarity for a source's word in a set. Null if the word must be wrong. Magic's words are a fixed list, so
 * an unknown word in a Magic set is an error in the file. The other two games invent words every year, so an unknown
 * word counts as common, which promises nobody too much.
 */
export function rarityFromSource(game: Game, nativeRarity: string, setCode: string): Rarity | null {
  if (game === 'yugioh' && ALL_FOIL_SETS.includes(setCode.toUpperCase())) {
    const overridden = ALL_FOIL_RARITIES.get(nativeRarity);
    if (overridden) return overridden;
  }
  return RARITY_OF[game].get(nativeRarity) ?? (game === 'magic' ? null : 'common');
}

const PLAIN_YUGIOH_RARITIES = ['Common', 'Short Print', 'Super Short Print', 'Rare'];

/** The finish of a Yu-Gi-Oh! card. The data has no finish, so every rarity except the plain ones counts as foil. */
export function yugiohFinish(nativeRarity: string): Finish {
  return PLAIN_YUGIOH_RARITIES.includes(nativeRarity) ? 'normal' : 'foil';
}

/** Every word of a game for a rarity, with the shop's rarity for it. */
export function rarityWordsOf(game: Game): { word: string; rarity: Rarity }[] {
  return RARITIES.flatMap((rarity) =>
    NATIVE_RARITIES[game][rarity].map((word) => ({ word, rarity })),
  );
}

function byNativeRarity(game: Game): Map<string, Rarity> {
  return new Map(rarityWordsOf(game).map(({ word, rarity }) => [word, rarity]));
}
