// The timeline of one reveal, in milliseconds from the press (docs/product.md §5). The functions are pure: the stage
// sets its timers by these times, and tests read them.
import type { Rarity } from '#domain/card.ts';

/** The three phases of a turn end at these times: the card is pressed down, has swung past its face, is at rest. */
const PRESSED_MS = 145;
const SWUNG_MS = 700;
export const TURN_MS = 900;

/** How long the light remains after the user may move on, by rarity (docs/product.md §14). */
const AFTERGLOW_MS = {
  mythic: 3000,
  rare: 2500,
  uncommon: 2000,
  common: 1500,
} as const satisfies Record<Rarity, number>;

export type FlipTimes = {
  /** When the name, the badges, the value and the row of the table appear. */
  namedAt: number;
  /** When the user may move on. If they asked for another card during the turn, the stage goes there now. */
  freeAt: number;
  /** When all animations of the reveal have finished. */
  endAt: number;
};

const NAMED_MS = 620;
const FREE_MS = 2000;

/** How long the face takes to fade in. If motion is reduced, this fade replaces the turn. */
export const FADE_MS = 150;

/** Returns the times of a reveal. `isCalm`: whether motion is reduced, so that only the fade takes time. */
export function flipTimes(rarity: Rarity, isCalm: boolean): FlipTimes {
  if (isCalm) return { namedAt: 0, freeAt: 0, endAt: FADE_MS };
  return { namedAt: NAMED_MS, freeAt: FREE_MS, endAt: FREE_MS + AFTERGLOW_MS[rarity] };
}

/** The rotation of a card from its back to its face, as keyframes. They last TURN_MS. */
export const TURN_KEYFRAMES = [
  { offset: 0, transform: 'rotateY(180deg) scale(1)', easing: 'ease-out' },
  {
    offset: PRESSED_MS / TURN_MS,
    transform: 'rotateY(186deg) scale(0.97)',
    easing: 'cubic-bezier(0.5, 0, 0.2, 1)',
  },
  { offset: SWUNG_MS / TURN_MS, transform: 'rotateY(-8deg) scale(1.05)', easing: 'ease-in-out' },
  { offset: 1, transform: 'rotateY(0deg) scale(1)' },
];
