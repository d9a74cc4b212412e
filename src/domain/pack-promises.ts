// Promises about every pack of a type. Operators choose them from a fixed list (docs/product.md §5). The database
// function `broken_promises` checks sealed packs by the same rules.
import { isFoil, RARITIES, rarityRank, type Finish, type Rarity } from './card.ts';
import { rarityWords } from './rarity-words.ts';

/** `common` is missing, because every card is at least a common. */
export const PROMISED_RARITIES = ['uncommon', 'rare', 'mythic'] as const satisfies Rarity[];

/** A card of this rarity or above is a hit, whatever its market value. Also in SQL: `promises_broken_by`. */
const HIT_LEAST: Rarity = 'rare';

export type PackPromises = {
  /** Promises a card whose finish is not normal. */
  promisesFoil: boolean;
  /** Promises a card of this rarity or above; null: no promise. */
  promisesRarity: (typeof PROMISED_RARITIES)[number] | null;
  /** Promises at least this number of hits; null: no promise. */
  promisesHits: number | null;
};
export type PackPromise = keyof PackPromises;

/** The promises of a pack type, in the order of display. */
export function promisesMade(promises: PackPromises): PackPromise[] {
  const names = ['promisesFoil', 'promisesRarity', 'promisesHits'] as const;
  return names.filter((name) => promises[name] !== null && promises[name] !== false);
}

/** The promises that a pack of these cards would break. */
export function promisesBrokenBy(
  promises: PackPromises,
  cards: { finish: Finish; rarity: Rarity }[],
): PackPromise[] {
  const atLeast = (least: Rarity) =>
    cards.filter(({ rarity }) => rarityRank(rarity) >= rarityRank(least)).length;
  const { promisesFoil, promisesRarity, promisesHits } = promises;
  const isKept: Record<PackPromise, boolean> = {
    promisesFoil: !promisesFoil || cards.some(({ finish }) => isFoil(finish)),
    promisesRarity: promisesRarity === null || atLeast(promisesRarity) > 0,
    promisesHits: promisesHits === null || atLeast(HIT_LEAST) >= promisesHits,
  };
  return promisesMade(promises).filter((name) => !isKept[name]);
}

/** A promise in words that follow "every pack holds at least". */
export function promiseInWords(promises: PackPromises, name: PackPromise): string {
  const { promisesRarity, promisesHits } = promises;
  switch (name) {
    case 'promisesFoil':
      return 'one foil card';
    case 'promisesRarity':
      return `one card that is ${raritiesFrom(promisesRarity ?? 'uncommon')}`;
    case 'promisesHits':
      return `${promisesHits === 1 ? 'one hit' : `${promisesHits} hits`} (${raritiesFrom(HIT_LEAST)})`;
  }
}

/** Why a promise can't be made: a sealed pack would break it. */
export function brokenByStock(promises: PackPromises, broken: PackPromise): string {
  return `Not every sealed pack of this type holds ${promiseInWords(promises, broken)}, so it can’t be promised`;
}

/** Why a pack of this many cards can't hold the promised hits; null if it can. */
export function promisesTooMuch(promises: PackPromises, cardCount: number): string | null {
  const { promisesHits } = promises;
  if (promisesHits === null || promisesHits <= cardCount) return null;
  return `A pack of ${cardCount} cards can’t hold ${promisesHits} hits`;
}

/** "Rare or Legendary": all rarities from `least` up. */
export function raritiesFrom(least: Rarity): string {
  const words = RARITIES.slice(RARITIES.indexOf(least)).map(rarityWords);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}
