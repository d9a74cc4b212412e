// Which acts an operator may do with cards of the house. The server refuses all others.
import type { Single } from '#contract/singles-admin.ts';
import { isInTheHouse } from '#domain/house-card-moves.ts';
import { HOUSE_CARD_STEPS } from '#domain/house-card.ts';
import type { Act } from './act-form.tsx';

type Card = Pick<Single, 'state' | 'shelf'>;

const IS_POSSIBLE: Record<Act, (card: Card) => boolean> = {
  // A card without a shelf was not taken in hand yet (docs/singles.md).
  shelve: ({ state, shelf }) => isInTheHouse(state) && shelf !== null,
  price: ({ state }) => isInTheHouse(state),
  withdraw: ({ state }) => HOUSE_CARD_STEPS[state].includes('withdrawn'),
  'put-back': ({ state, shelf }) => state === 'withdrawn' && shelf !== null,
  lose: ({ state }) => HOUSE_CARD_STEPS[state].includes('lost'),
};

/** The acts that are possible for each of some cards. Only admins change prices and what is on sale. */
export function actsOn(cards: readonly Card[], mayWithdraw: boolean): Act[] {
  return (Object.keys(IS_POSSIBLE) as Act[]).filter(
    (act) => (mayWithdraw || act === 'shelve') && cards.every(IS_POSSIBLE[act]),
  );
}
