// What a pack type promises of every one of its packs: a closed list that operators choose from, and that cards keep or
// don't (docs/product.md §5). `broken_promises` in the database judges sealed packs by the same rules.
import { isFoil, RARITIES, rarityRank, type Finish, type Rarity } from './card.ts';
import { rarityWords } from './rarity-words.ts';

/** Every card is a common at least: that would promise nothing. */
export const PROMISED_RARITIES = ['uncommon', 'rare', 'mythic'] as const satisfies Rarity[];

/** A card of this rarity or above is a hit, whatever it is worth today. Also in SQL: `promises_broken_by`. */
const HIT_LEAST: Rarity = 'rare';

export type PackPromises = {
  /** A card whose finish is not normal. */
  promisesFoil: boolean;
  /** A card of this rarity or above; null: none is promised. */
  promisesRarity: (typeof PROMISED_RARITIES)[number] | null;
  /** So many hits at least; null: none are promised. */
  promisesHits: number | null;
};
export type PackPromise = keyof PackPromises;

/** The promises that are made, in the order in which they are told. */
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

/** What is promised, as it goes on after "every pack holds at least". */
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

/** Why a promise can't be made that a sealed pack breaks. */
export function brokenByStock(promises: PackPromises, broken: PackPromise): string {
  return `Not every sealed pack of this type holds ${promiseInWords(promises, broken)}, so it can’t be promised`;
}

/** Why no pack of so many cards can hold as many hits as promised; null: it can. */
export function promisesTooMuch(promises: PackPromises, cardCount: number): string | null {
  const { promisesHits } = promises;
  if (promisesHits === null || promisesHits <= cardCount) return null;
  return `A pack of ${cardCount} cards can’t hold ${promisesHits} hits`;
}

/** "Rare or Legendary" */
export function raritiesFrom(least: Rarity): string {
  const words = RARITIES.slice(RARITIES.indexOf(least)).map(rarityWords);
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
}
