// Runs the reveal of one pack. Presses and timers change its state.
import type { OpenedCard } from '#contract/opening.ts';
import { useEffect, useRef, useState } from 'react';
import { playChime, playFlip } from '../browser/effects.ts';
import { flipTimes } from './flip-timeline.ts';
import { goTo, isNamed, neighbour, press, reach, type Reveal } from './reveal-state.ts';

/** The duration of a slide. During a slide, requests to move on are ignored. */
export const SLIDE_MS = 300;

/** A slide from one card to another. `from`: the index of the card that leaves the stage. `by`: the direction. */
type Slide = { from: number; by: 1 | -1 };

export type RevealControls = {
  reveal: Reveal;
  slide: Slide | null;
  /** Turns the card on the stage. If the card is turning, ends its turn early. */
  turn: () => void;
  step: (by: 1 | -1) => void;
  go: (index: number) => void;
};

export function useReveal(
  cards: readonly OpenedCard[],
  isCalm: boolean,
  /** The initial state: all cards face down, or as an earlier visit left them. */
  first: Reveal,
  /** Called with each new state. */
  onChange: (reveal: Reveal) => void,
  /** Called when a card has been turned and the user may move on. */
  onFree: (card: OpenedCard) => void,
): RevealControls {
  const [reveal, setReveal] = useState(first);
  const [slide, setSlide] = useState<Slide | null>(null);
  const current = useRef(reveal);
  const clocks = useRef<ReturnType<typeof setTimeout>[]>([]);
  const slideClock = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queuedBy = useRef<1 | -1>(1);

  const stopClocks = () => {
    for (const clock of clocks.current) clearTimeout(clock);
    clocks.current = [];
  };

  useEffect(
    () => () => {
      stopClocks();
      clearTimeout(slideClock.current);
    },
    [],
  );

  const update = (next: Reveal) => {
    const before = current.current;
    if (next === before) return;
    current.current = next;
    setReveal(next);
    onChange(next);
    if (next.flip === null) stopClocks();
    if (next.index !== before.index && !isCalm) {
      clearTimeout(slideClock.current);
      setSlide({ from: before.index, by: queuedBy.current });
      slideClock.current = setTimeout(() => {
        slideClock.current = undefined;
        setSlide(null);
      }, SLIDE_MS);
    }
    const flipped = next.opened.at(-1);
    if (flipped !== undefined && isNamed(next, flipped) && !isNamed(before, flipped)) {
      playChime(cards[flipped]!.rarity);
    }
    const wasHeld = before.flip !== null && before.flip.step !== 'free';
    if (wasHeld && (next.flip === null || next.flip.step === 'free')) {
      onFree(cards[before.flip!.index]!);
    }
  };

  const turn = () => {
    const before = current.current;
    const next = press(before);
    update(next);
    if (before.flip !== null || next.flip === null) return;
    playFlip();
    const times = flipTimes(cards[next.flip.index]!.rarity, isCalm);
    const at = (ms: number, moment: () => void) => {
      if (ms === 0) moment();
      else clocks.current.push(setTimeout(moment, ms));
    };
    at(times.namedAt, () => update(reach(current.current, 'named')));
    at(times.freeAt, () => update(reach(current.current, 'free')));
    at(times.endAt, () => update(reach(current.current, 'end')));
  };

  const go = (index: number, by: 1 | -1 = index < current.current.index ? -1 : 1) => {
    if (slideClock.current !== undefined || index === current.current.index) return;
    queuedBy.current = by;
    update(goTo(current.current, index));
  };

  const step = (by: 1 | -1) => go(neighbour(current.current, by), by);

  return {
    reveal,
    slide,
    turn,
    step,
    go: (index) => go(index),
  };
}
