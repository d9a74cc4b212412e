// How the user wants to see the cards of opened packs: the shop asks each time, or always shows them in the same way.
// This browser stores the choice if the user ticks a box that says "Always".
import { storedChoice, type Choice } from '../browser/stored-choice.ts';

/** `tear`: on the stage, card by card. `list`: all cards at once. If the choice is `system`, the shop asks. */
export type OpeningWay = 'tear' | 'list';

export const openingWay: Choice<OpeningWay> = storedChoice<OpeningWay>({
  key: 'opening-choice',
  options: ['tear', 'list'],
  // No system has a setting for this choice, so the media query never matches.
  media: 'not all',
  asked: 'tear',
  apply: () => {},
});
