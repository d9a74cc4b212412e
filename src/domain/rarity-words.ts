import { COLLECTION_RARITY, OPENING_RARITY, type Rarity } from './card.ts';

/**
 * The name of a rarity. If the opening page has another name in the specification, this other name follows, as in
 * "Epic (Uncommon)" (choice 575).
 */
export function rarityWords(rarity: Rarity): string {
  const [word, seen] = [COLLECTION_RARITY[rarity], OPENING_RARITY[rarity]];
  return word === seen ? word : `${word} (${seen})`;
}
