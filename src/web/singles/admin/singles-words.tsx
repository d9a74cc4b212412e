// The words of the operators' pages of singles.
import { COLLECTION_RARITY, CONDITIONS, RARITIES } from '#domain/card.ts';
import { HOUSE_CARD_WORDS, type HouseCardMove } from '#domain/house-card-moves.ts';
import { HOUSE_CARD_STATES, type HouseCardState } from '#domain/house-card.ts';
import { ageInDays } from '#domain/single-price.ts';
import { Badge } from '../../ui/badge.tsx';
import { countOf } from '../../ui/count-of.ts';

export const STATE_OPTIONS = HOUSE_CARD_STATES.map((value) => ({
  value,
  label: HOUSE_CARD_WORDS[value],
}));
export const RARITY_OPTIONS = RARITIES.map((value) => ({ value, label: COLLECTION_RARITY[value] }));
export const CONDITION_OPTIONS = CONDITIONS.map((value) => ({ value, label: value }));

/** The badge of a state. A state that a person has to act on stands out. */
export function HouseCardBadge({ state }: { state: HouseCardState }) {
  return <Badge tone={state === 'on_sale' ? 'brand' : 'outline'}>{HOUSE_CARD_WORDS[state]}</Badge>;
}

/** "Today" or "12 days". `now` is in epoch milliseconds. */
export function ageWords(cameAt: Date, now: number): string {
  const days = ageInDays(cameAt.getTime(), now);
  return days === 0 ? 'Today' : countOf(days, 'day');
}

export const MOVE_WORDS: Record<HouseCardMove, string> = {
  opened: 'Pack opened',
  bought: 'Bought as a single',
  came_back: 'Came back',
  taken_in_hand: 'Taken in hand, onto shelf',
  got_worse: 'Condition lowered to',
  shelved: 'Moved to shelf',
  withdrawn: 'Withdrawn',
  put_back: 'Put back',
  priced: 'Priced by hand',
  left_to_rules: 'Price left to the rules',
  lost: 'Booked as lost',
  replaced: 'Given in place of a lost card',
  sold: 'Sold',
  listed_elsewhere: 'Listed in another shop',
  sold_elsewhere: 'Sold in another shop',
};

/** How a card came back to the shop, by the card's last status as its owner's. */
export const CAME_BACK_WORDS: Record<string, string> = {
  sold: 'Sold back',
  converted: 'Converted to credits',
  reclaimed: 'Taken back: its payment was refunded or lost',
  returned: 'Returned by its buyer',
};
