// The state of a reveal: the shown card, the open cards, and the step that waits for a turning card. Pure. The stage
// passes in presses and moments, and tests read the state.

/** The progress of a flip: the card turns, its name is shown, the user may move on. */
type FlipStep = 'turning' | 'named' | 'free';

export type Reveal = {
  count: number;
  /**
   * The index of the card on the stage, from 0. The index after the last card means the fan of the whole pack
   * (`isFanned`).
   */
  index: number;
  /** Whether the fan was shown once. From then on, the arrows go through the fan in every round. */
  hasFanned: boolean;
  /** The open cards, in the order in which they were opened. */
  opened: readonly number[];
  flip: { index: number; step: FlipStep } | null;
  /** The card to show once the user may leave the turning card; null: none is requested. */
  queued: number | null;
};

export function sealedReveal(count: number): Reveal {
  return { count, index: 0, hasFanned: false, opened: [], flip: null, queued: null };
}

export function isFanned(reveal: Reveal): boolean {
  return reveal.index === reveal.count;
}

export function isOpen(reveal: Reveal, index: number): boolean {
  return reveal.opened.includes(index);
}

/** Whether the card's name may be shown: the card is open and its face has been visible. */
export function isNamed(reveal: Reveal, index: number): boolean {
  const { flip } = reveal;
  return isOpen(reveal, index) && !(flip?.index === index && flip.step === 'turning');
}

export function isComplete(reveal: Reveal): boolean {
  return reveal.opened.length === reveal.count && isNamed(reveal, reveal.opened.at(-1)!);
}

/**
 * The state after a press on the card. A closed card starts to turn, a turning card finishes, and an open card stays.
 */
export function press(reveal: Reveal): Reveal {
  const { index, opened, flip } = reveal;
  if (flip !== null) return finishFlip(reveal);
  if (isFanned(reveal) || isOpen(reveal, index)) return reveal;
  return { ...reveal, opened: [...opened, index], flip: { index, step: 'turning' }, queued: null };
}

/** Goes to a card. While a card is turning, the step is queued. A later request replaces a queued one. */
export function goTo(reveal: Reveal, index: number): Reveal {
  if (reveal.flip !== null && reveal.flip.step !== 'free') return { ...reveal, queued: index };
  return rest(reveal, index);
}

function rest(reveal: Reveal, index: number): Reveal {
  const hasFanned = reveal.hasFanned || index === reveal.count;
  return { ...reveal, index, hasFanned, flip: null, queued: null };
}

/**
 * The index of the next or previous card, in a circle. Once all cards are open, the first step forward goes to the fan.
 * After that, the fan is between the last card and the first.
 */
export function neighbour(reveal: Reveal, by: 1 | -1): number {
  const { index, count, opened, hasFanned } = reveal;
  if (opened.length === count && !hasFanned && by === 1) return count;
  const stops = hasFanned ? count + 1 : count;
  return (index + by + stops) % stops;
}

/** The state after the flip has reached this moment. */
export function reach(reveal: Reveal, moment: 'named' | 'free' | 'end'): Reveal {
  const { flip, queued } = reveal;
  if (flip === null) return reveal;
  if (moment === 'end') return finishFlip(reveal);
  const reached = { ...reveal, flip: { ...flip, step: moment } };
  return moment === 'free' && queued !== null ? goTo(reached, queued) : reached;
}

/** Ends the flip and takes the queued step. */
function finishFlip(reveal: Reveal): Reveal {
  return rest(reveal, reveal.queued ?? reveal.index);
}

/** The next card to turn: the next rare one if there is any, otherwise the next. Null if all are open. */
export function nextUnopened(reveal: Reveal, isRare: (index: number) => boolean): number | null {
  const ahead = Array.from(
    { length: reveal.count },
    (_none, step) => (reveal.index + 1 + step) % reveal.count,
  ).filter((index) => !isOpen(reveal, index));
  return ahead.find(isRare) ?? ahead[0] ?? null;
}
