// Promises about every pack of a type. Operators choose them from a fixed list (docs/product.md §5). The database
// function `broken_promises` checks sealed packs by the same rules.
import { isFoil, RARITIES, rarityRank, type Finish, type Rarity } from './card.ts';
import { rarityWords } from './rarity-words.ts';

/** `common` is missing, because every card is at least a common. */
export const PROMISED_RARITIES = ['uncommon', 'rare', 'mythic'] as const satisfies Rarity[];

/**
 * A card of this rarity or above is a hit, whatever its market value. The SQL function `promises_broken_by` has the
 * same rule.
 */
const HIT_LEAST: Rarity = 'rare';

export type PackPromises = {
  /** Whether the pack holds at least one card whose finish is not normal. */
  promisesFoil: boolean;
  /** The pack holds at least one card of this rarity or above. Null if that is not promised. */
  promisesRarity: (typeof PROMISED_RARITIES)[number] | null;
  /** The pack holds at least this number of hits. Null if that is not promised. */
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
  const holds: Record<PackPromise, boolean> = {
    promisesFoil: !promisesFoil || cards.some(({ finish }) => isFoil(finish)),
    promisesRarity: promisesRarity === null || atLeast(promisesRarity) > 0,
    promisesHits: promisesHits === null || atLeast(HIT_LEAST) >= promisesHits,
  };
  return promisesMade(promises).filter((name) => !holds[name]);
}

/** A promise in words. They follow "every pack holds at least". */
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

/** The sentence for a promise that can't be made, because a sealed pack would break it. */
export function brokenByStock(promises: PackPromises, broken: PackPromise): string {
  return `Not every sealed pack of this type holds ${promiseInWords(promises, broken)}, so it can’t be promised`;
}

/** Why a pack of this many cards can't hold the promised hits. Null if it can. */
export function promisesTooMuch(promises: PackPromises, cardCount: number): string | null {
  const { promisesHits } = promises;
  if (promisesHits === null || promisesHits <= cardCount) return null;
  return `A pack of ${cardCount} cards can’t hold ${promisesHits} hits`;
}

/** All rarities from `least` up, as in "Rare or Legendary". */
export function raritiesFrom(least: Rarity): string {
  const words = RARITIES.slice(RARITIES.indexOf(least)).map(rarityWords);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}
