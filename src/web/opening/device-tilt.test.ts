import { expect, test } from 'vitest';
import { leanOf, followed, type Posture } from './device-tilt.ts';

const USUAL: Posture = { beta: 45, gamma: 0 };

test('a device that is held as usual leaves the light in the middle', () => {
  expect(leanOf(USUAL, USUAL)).toEqual({ x: 0.5, y: 0.5 });
});

test('leaned to the right and to its owner, the light goes right and down, no further than the card', () => {
  expect(leanOf(USUAL, { beta: 55, gamma: 10 })).toEqual({ x: 0.75, y: 0.75 });
  expect(leanOf(USUAL, { beta: -80, gamma: 80 })).toEqual({ x: 1, y: 0 });
});

test('on its side the light still goes where the screen is lower', () => {
  const { x, y } = leanOf(USUAL, { beta: 55, gamma: 0 }, 90);
  expect(x).toBeCloseTo(0.75);
  expect(y).toBeCloseTo(0.5);
});

test('a posture that is kept becomes the usual one', () => {
  const lying = { beta: 10, gamma: 0 };
  let usual = USUAL;
  for (let reading = 0; reading < 600; reading += 1) usual = followed(usual, lying);
  expect(leanOf(usual, lying).y).toBeCloseTo(0.5, 1);
});
