// Which card of the catalogue a line of an intake file means (docs/product.md §13).
import { RARITY_FILTERS, type Finish, type Rarity } from './card.ts';

/** A card of one set, as far as a pack's line can name it. */
export type NamedCard = {
  id: string;
  number: string;
  finish: Finish;
  /** The source's own word. */
  nativeRarity: string;
  rarity: Rarity;
};

export type CardName = { number: string; rarity?: string | undefined; finish: Finish };

/**
 * The matching card of a set, or null if there is none or more than one. The rarity is the
 * source's own word; where no card has that, one of the shop's own words will do. Left out, number and
 * finish have to be enough.
 */
export function findNamedCard<Card extends NamedCard>(
  cards: readonly Card[],
  name: CardName,
): Card | null {
  const alike = cards.filter((card) => card.number === name.number && card.finish === name.finish);
  const found = name.rarity === undefined ? alike : ofRarity(alike, name.rarity);
  return found.length === 1 ? found[0]! : null;
}

function ofRarity<Card extends NamedCard>(cards: Card[], word: string): Card[] {
  const exact = cards.filter((card) => card.nativeRarity === word);
  if (exact.length > 0) return exact;
  const rarity = Object.hasOwn(RARITY_FILTERS, word)
    ? RARITY_FILTERS[word as keyof typeof RARITY_FILTERS]
    : null;
  return cards.filter((card) => card.rarity === rarity);
}
