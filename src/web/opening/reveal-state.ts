// The shown card, the open cards, and the step that waits for a turning card. Pure: the stage passes in presses and
// moments, and tests read the state.

/** The progress of a flip: turning, then named, then free to be left. */
type FlipStep = 'turning' | 'named' | 'free';

export type Reveal = {
  count: number;
  /** The index of the card on the stage, from 0. The whole pack as a fan comes after the last one (`isFanned`). */
  index: number;
  /** The fan was shown: from then on it is one stop of the cycle. */
  hasFanned: boolean;
  /** The open cards, in the order in which they were opened. */
  opened: readonly number[];
  flip: { index: number; step: FlipStep } | null;
  /** The card to show once the turning one is free. */
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

/** The card is open and its face was visible, so its name may be shown. */
export function isNamed(reveal: Reveal, index: number): boolean {
  const { flip } = reveal;
  return isOpen(reveal, index) && !(flip?.index === index && flip.step === 'turning');
}

export function isComplete(reveal: Reveal): boolean {
  return reveal.opened.length === reveal.count && isNamed(reveal, reveal.opened.at(-1)!);
}

/** A press on the card: a closed card turns, a turning card skips to the end, an open card stays. */
export function press(reveal: Reveal): Reveal {
  const { index, opened, flip } = reveal;
  if (flip !== null) return finishFlip(reveal);
  if (isFanned(reveal) || isOpen(reveal, index)) return reveal;
  return { ...reveal, opened: [...opened, index], flip: { index, step: 'turning' }, queued: null };
}

/** Goes to a card. While one is turning, the step waits until that one is free; the last request wins. */
export function goTo(reveal: Reveal, index: number): Reveal {
  if (reveal.flip !== null && reveal.flip.step !== 'free') return { ...reveal, queued: index };
  return rest(reveal, index);
}

function rest(reveal: Reveal, index: number): Reveal {
  const hasFanned = reveal.hasFanned || index === reveal.count;
  return { ...reveal, index, hasFanned, flip: null, queued: null };
}

/**
 * The next or previous card; the first follows the last. Once all are open, the first step forward goes to the fan
 * from any card. Later the fan is between the last and the first card.
 */
export function neighbour(reveal: Reveal, by: 1 | -1): number {
  const { index, count, opened, hasFanned } = reveal;
  if (opened.length === count && !hasFanned && by === 1) return count;
  const stops = hasFanned ? count + 1 : count;
  return (index + by + stops) % stops;
}

/** A moment of the flip is reached. */
export function reach(reveal: Reveal, moment: 'named' | 'free' | 'end'): Reveal {
  const { flip, queued } = reveal;
  if (flip === null) return reveal;
  if (moment === 'end') return finishFlip(reveal);
  const reached = { ...reveal, flip: { ...flip, step: moment } };
  return moment === 'free' && queued !== null ? goTo(reached, queued) : reached;
}

/** The flip is finished, and the queued step is taken. */
function finishFlip(reveal: Reveal): Reveal {
  return rest(reveal, reveal.queued ?? reveal.index);
}

/** The next card to open after this one: a rare one if there is any, otherwise the next; null if all are open. */
export function nextUnopened(reveal: Reveal, isRare: (index: number) => boolean): number | null {
  const ahead = Array.from(
    { length: reveal.count },
    (_none, step) => (reveal.index + 1 + step) % reveal.count,
  ).filter((index) => !isOpen(reveal, index));
  return ahead.find(isRare) ?? ahead[0] ?? null;
}
