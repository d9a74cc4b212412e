// What operators do with the house's cards (docs/singles.md).
import { CONDITIONS, type Condition } from './card.ts';
import type { HouseCardState } from './house-card.ts';

/** How many cards one batch has at most. */
export const TAKEN_AT_ONCE_MAX = 100;

export const SHELF_LENGTH_MAX = 40;

/** The events in the history of a house's card. The table `house_card_moves` stores those that operators make. */
export const HOUSE_CARD_MOVES = [
  'opened',
  'bought',
  'came_back',
  'taken_in_hand',
  'got_worse',
  'shelved',
  'withdrawn',
  'put_back',
  'priced',
  'left_to_rules',
  'lost',
  'sold',
  'listed_elsewhere',
  'sold_elsewhere',
  'replaced',
] as const;
export type HouseCardMove = (typeof HOUSE_CARD_MOVES)[number];

/** The states in which the house has a card, so that an operator can take it in hand (docs/singles.md). */
const IN_THE_HOUSE = ['came_back', 'checked', 'shelved', 'on_sale', 'withdrawn'] as const;

export function isInTheHouse(state: HouseCardState): boolean {
  return IN_THE_HOUSE.some((one) => one === state);
}

/** The conditions that a card may be in when somebody sees it again: as recorded, or worse. */
export function conditionsFrom(recorded: Condition): readonly Condition[] {
  return CONDITIONS.slice(CONDITIONS.indexOf(recorded));
}

/** The states as operators read them. */
export const HOUSE_CARD_WORDS: Record<HouseCardState, string> = {
  came_back: 'Came back',
  checked: 'Checked',
  shelved: 'On a shelf',
  on_sale: 'On sale',
  reserved: 'Reserved',
  sold: 'Sold',
  withdrawn: 'Withdrawn',
  lost: 'Lost',
  elsewhere: 'In another shop',
  sold_elsewhere: 'Sold in another shop',
  given: 'Given as a replacement',
};

/** Why a card in this state can't be taken in hand. Null if it can. */
export function takingProblem(state: HouseCardState): string | null {
  switch (state) {
    case 'reserved':
      return 'Somebody is buying this card';
    case 'sold':
    case 'sold_elsewhere':
      return 'This card is sold';
    case 'given':
      return 'This card went to somebody in place of a lost one';
    case 'lost':
      return 'This card is booked as lost';
    case 'elsewhere':
      return 'This card is listed in another shop';
    default:
      return null;
  }
}
