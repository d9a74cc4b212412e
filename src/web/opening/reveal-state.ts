// Which card is shown, which are open, and what waits for the one that is turning. Pure: the stage
// feeds it presses and moments, tests read it.

/** How far a flip is: turning, then named, then free to be left. */
type FlipStep = 'turning' | 'named' | 'free';

export type Reveal = {
  count: number;
  /** The card on the stage, from 0; after the last one lies the whole pack, fanned out (`isFanned`). */
  index: number;
  /** The fan was seen: from then on it is one stop of the round. */
  hasFanned: boolean;
  /** The open cards, in the order in which they were opened. */
  opened: readonly number[];
  flip: { index: number; step: FlipStep } | null;
  /** The card to go to once the one that turns is free. */
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

/** Open, and its face was seen: its name may be told. */
export function isNamed(reveal: Reveal, index: number): boolean {
  const { flip } = reveal;
  return isOpen(reveal, index) && !(flip?.index === index && flip.step === 'turning');
}

export function isComplete(reveal: Reveal): boolean {
  return reveal.opened.length === reveal.count && isNamed(reveal, reveal.opened.at(-1)!);
}

/** A press on the card: it turns; while it turns, the rest is skipped; an open card stays. */
export function press(reveal: Reveal): Reveal {
  const { index, opened, flip } = reveal;
  if (flip !== null) return finishFlip(reveal);
  if (isFanned(reveal) || isOpen(reveal, index)) return reveal;
  return { ...reveal, opened: [...opened, index], flip: { index, step: 'turning' }, queued: null };
}

/** To a card. While one is turning it waits until that one is free; the last request counts. */
export function goTo(reveal: Reveal, index: number): Reveal {
  if (reveal.flip !== null && reveal.flip.step !== 'free') return { ...reveal, queued: index };
  return rest(reveal, index);
}

function rest(reveal: Reveal, index: number): Reveal {
  const hasFanned = reveal.hasFanned || index === reveal.count;
  return { ...reveal, index, hasFanned, flip: null, queued: null };
}

/**
 * One card on or back; after the last comes the first. Once all are open, the first step on goes to the fan of them,
 * wherever that was; later it lies between the last and the first.
 */
export function neighbour(reveal: Reveal, by: 1 | -1): number {
  const { index, count, opened, hasFanned } = reveal;
  if (opened.length === count && !hasFanned && by === 1) return count;
  const stops = hasFanned ? count + 1 : count;
  return (index + by + stops) % stops;
}

/** A moment of the flip has come. */
export function reach(reveal: Reveal, moment: 'named' | 'free' | 'end'): Reveal {
  const { flip, queued } = reveal;
  if (flip === null) return reveal;
  if (moment === 'end') return finishFlip(reveal);
  const reached = { ...reveal, flip: { ...flip, step: moment } };
  return moment === 'free' && queued !== null ? goTo(reached, queued) : reached;
}

/** The flip is over, and the step that waited for it is taken. */
function finishFlip(reveal: Reveal): Reveal {
  return rest(reveal, reveal.queued ?? reveal.index);
}

/** The next card to open after this one: a rare one if there is any, else the next; null when all are open. */
export function nextUnopened(reveal: Reveal, isRare: (index: number) => boolean): number | null {
  const ahead = Array.from(
    { length: reveal.count },
    (_none, step) => (reveal.index + 1 + step) % reveal.count,
  ).filter((index) => !isOpen(reveal, index));
  return ahead.find(isRare) ?? ahead[0] ?? null;
}
