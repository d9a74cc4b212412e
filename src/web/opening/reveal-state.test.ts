import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  goTo,
  isComplete,
  isFanned,
  isNamed,
  isOpen,
  neighbour,
  nextUnopened,
  press,
  reach,
  sealedReveal,
  type Reveal,
} from './reveal-state.ts';

const never = () => false;

/** Returns the state after these cards were opened one after the other, when no card is turning. */
function opened(count: number, ...indexes: number[]): Reveal {
  return indexes.reduce((reveal, index) => press(press(goTo(reveal, index))), sealedReveal(count));
}

describe('the fan of the whole pack', () => {
  const on = (reveal: Reveal) => goTo(reveal, neighbour(reveal, 1));
  const back = (reveal: Reveal) => goTo(reveal, neighbour(reveal, -1));

  test('is not reachable while a card is face down', () => {
    expect(on(opened(3, 1, 2)).index).toBe(0);
    expect(back(opened(3, 1, 0)).index).toBe(2);
  });

  test('comes with the first step after the last card was turned, wherever that was', () => {
    expect(isFanned(on(opened(3, 0, 2, 1)))).toBe(true);
    expect(isFanned(on(opened(3, 0, 1, 2)))).toBe(true);
    // If the user asked for the step while the last card was still turning, the fan appears too.
    const turning = press(goTo(opened(3, 0, 2), 1));
    expect(isFanned(reach(goTo(turning, neighbour(turning, 1)), 'free'))).toBe(true);
  });

  test('is between the last card and the first from then on, and nothing on it turns', () => {
    const fanned = on(opened(3, 0, 2, 1));
    expect(press(fanned)).toBe(fanned);
    expect([on(fanned).index, back(fanned).index]).toEqual([0, 2]);
    expect(on(on(fanned)).index).toBe(1);
    expect(isFanned(back(on(fanned)))).toBe(true);
  });
});

describe('a card', () => {
  test('is open from the press, and named once its face was visible', () => {
    const turning = press(sealedReveal(3));
    expect([isOpen(turning, 0), isNamed(turning, 0)]).toEqual([true, false]);
    expect(isNamed(reach(turning, 'named'), 0)).toBe(true);
  });

  test('that turns is finished by a second press', () => {
    const done = press(press(sealedReveal(3)));
    expect(done).toMatchObject({ flip: null, opened: [0] });
    expect(press(done)).toBe(done);
  });

  test('is not left while it turns; the step waits until then', () => {
    const turning = goTo(press(sealedReveal(3)), 1);
    expect(turning).toMatchObject({ index: 0, queued: 1 });
    expect(reach(turning, 'named').index).toBe(0);
    expect(reach(reach(turning, 'named'), 'free')).toMatchObject({ index: 1, flip: null });
  });

  test('that is free is left at once, even during its light', () => {
    const free = reach(reach(press(sealedReveal(3)), 'named'), 'free');
    expect(goTo(free, 2)).toMatchObject({ index: 2, flip: null });
  });

  test('that is finished early takes the waiting step', () => {
    expect(press(goTo(press(sealedReveal(3)), 2))).toMatchObject({ index: 2, queued: null });
  });

  test('has neighbours on both sides: after the last comes the first', () => {
    expect(neighbour(sealedReveal(3), -1)).toBe(2);
    expect(neighbour(goTo(sealedReveal(3), 2), 1)).toBe(0);
  });
});

describe('the next unopened card', () => {
  test('is a rare one first, wherever it is', () => {
    expect(nextUnopened(opened(6, 0), (index) => index === 4)).toBe(4);
    expect(nextUnopened(goTo(opened(6, 5), 5), (index) => index === 2)).toBe(2);
  });

  test('is otherwise the next in line, past the end and around', () => {
    expect(nextUnopened(opened(4, 0, 1), never)).toBe(2);
    expect(nextUnopened(goTo(opened(4, 1, 3), 3), never)).toBe(0);
  });

  test('is none if all are open', () => {
    expect(nextUnopened(opened(2, 0, 1), never)).toBeNull();
  });
});

describe('a pack', () => {
  test('is complete once the last face was visible', () => {
    const last = press(goTo(opened(2, 0), 1));
    expect(isComplete(last)).toBe(false);
    expect(isComplete(reach(last, 'named'))).toBe(true);
  });

  test('for any presses stays in its bounds, and opens each card once', () => {
    const act = fc.constantFrom(
      press,
      (reveal: Reveal) => goTo(reveal, neighbour(reveal, 1)),
      (reveal: Reveal) => goTo(reveal, neighbour(reveal, -1)),
      (reveal: Reveal) => goTo(reveal, nextUnopened(reveal, never) ?? 0),
      (reveal: Reveal) => reach(reveal, 'named'),
      (reveal: Reveal) => reach(reveal, 'free'),
      (reveal: Reveal) => reach(reveal, 'end'),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 15 }),
        fc.array(act, { maxLength: 60 }),
        (count, acts) => {
          const end = acts.reduce((reveal, one) => one(reveal), sealedReveal(count));
          expect(end.index).toBeGreaterThanOrEqual(0);
          expect(end.index).toBeLessThan(end.opened.length === count ? count + 1 : count);
          expect(new Set(end.opened).size).toBe(end.opened.length);
          expect(end.flip === null || end.flip.index === end.index).toBe(true);
        },
      ),
    );
  });
});
