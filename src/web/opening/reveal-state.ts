// The state of a reveal: the card on the stage, the open cards, and the step that waits until a card has turned. The
// functions are pure: the stage passes in presses and points in time, and tests read the state.

/** The progress of a turn: the card turns, its name is visible, the user may move on. */
type FlipStep = 'turning' | 'named' | 'free';

export type Reveal = {
  count: number;
  /**
   * The index of the card on the stage, from 0. If the index is `count`, the stage shows the fan of the whole pack
   * (`isFanned`).
   */
  index: number;
  /** Whether the fan has been shown once. After that, the arrows reach the fan in every round. */
  hasFanned: boolean;
  /** The open cards, in the order in which they were opened. */
  opened: readonly number[];
  flip: { index: number; step: FlipStep } | null;
  /** The card to show next, once the user may leave the turning card. Null if the user asked for none. */
  queued: number | null;
};

/** The part of the state that outlasts the page. */
export type Turned = Pick<Reveal, 'count' | 'index' | 'hasFanned' | 'opened'>;

export function turnedOf({ count, index, hasFanned, opened }: Reveal): Turned {
  return { count, index, hasFanned, opened };
}

export function sealedReveal(count: number): Reveal {
  return { count, index: 0, hasFanned: false, opened: [], flip: null, queued: null };
}

/** Returns the state of a pack whose cards were partly turned on an earlier visit. */
export function resumedReveal(turned: Turned): Reveal {
  return { ...sealedReveal(turned.count), ...turned };
}

export function isFanned(reveal: Reveal): boolean {
  return reveal.index === reveal.count;
}

export function isOpen(reveal: Reveal, index: number): boolean {
  return reveal.opened.includes(index);
}

/** Returns whether the card's name may be shown, because the card is open and its face has been visible. */
export function isNamed(reveal: Reveal, index: number): boolean {
  const { flip } = reveal;
  return isOpen(reveal, index) && !(flip?.index === index && flip.step === 'turning');
}

export function isComplete(reveal: Reveal): boolean {
  return reveal.opened.length === reveal.count && isNamed(reveal, reveal.opened.at(-1)!);
}

/**
 * Returns the state after a press on the card. A closed card starts to turn, a turning card finishes its turn, and an
 * open card stays as it is.
 */
export function press(reveal: Reveal): Reveal {
  const { index, opened, flip } = reveal;
  if (flip !== null) return finishFlip(reveal);
  if (isFanned(reveal) || isOpen(reveal, index)) return reveal;
  return { ...reveal, opened: [...opened, index], flip: { index, step: 'turning' }, queued: null };
}

/** Goes to a card. While a card is turning, the step waits in a queue of one, and a later step replaces it. */
export function goTo(reveal: Reveal, index: number): Reveal {
  if (reveal.flip !== null && reveal.flip.step !== 'free') return { ...reveal, queued: index };
  return rest(reveal, index);
}

function rest(reveal: Reveal, index: number): Reveal {
  const hasFanned = reveal.hasFanned || index === reveal.count;
  return { ...reveal, index, hasFanned, flip: null, queued: null };
}

/**
 * Returns the index of the next or previous card, in a circle. Once all cards are open, the first step forward goes to
 * the fan. After the fan has been shown, its place is between the last card and the first.
 */
export function neighbour(reveal: Reveal, by: 1 | -1): number {
  const { index, count, opened, hasFanned } = reveal;
  if (opened.length === count && !hasFanned && by === 1) return count;
  const stops = hasFanned ? count + 1 : count;
  return (index + by + stops) % stops;
}

/** Returns the state when the turn has reached this moment. */
export function reach(reveal: Reveal, moment: 'named' | 'free' | 'end'): Reveal {
  const { flip, queued } = reveal;
  if (flip === null) return reveal;
  if (moment === 'end') return finishFlip(reveal);
  const reached = { ...reveal, flip: { ...flip, step: moment } };
  return moment === 'free' && queued !== null ? goTo(reached, queued) : reached;
}

/** Ends the turn. If a step is waiting, takes it. */
function finishFlip(reveal: Reveal): Reveal {
  return rest(reveal, reveal.queued ?? reveal.index);
}

/** Returns the next card to turn, and rare cards first. Returns null if all cards are open. */
export function nextUnopened(reveal: Reveal, isRare: (index: number) => boolean): number | null {
  const ahead = Array.from(
    { length: reveal.count },
    (_none, step) => (reveal.index + 1 + step) % reveal.count,
  ).filter((index) => !isOpen(reveal, index));
  return ahead.find(isRare) ?? ahead[0] ?? null;
}
