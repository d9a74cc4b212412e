import { COLLECTION_RARITY, OPENING_RARITY, type Rarity } from './card.ts';

/** A rarity as it is named outside the opening page, with the word under which that shows the card: "Epic (Uncommon)" (choice 575). */
export function rarityWords(rarity: Rarity): string {
  const [word, seen] = [COLLECTION_RARITY[rarity], OPENING_RARITY[rarity]];
  return word === seen ? word : `${word} (${seen})`;
}
