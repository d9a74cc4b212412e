import { expect, test } from 'vitest';
import { leanOf, nextUsualTilt, type Posture } from './device-tilt.ts';

const USUAL: Posture = { beta: 45, gamma: 0 };

test('a device in its usual position keeps the light in the middle', () => {
  expect(leanOf(USUAL, USUAL)).toEqual({ x: 0.5, y: 0.5 });
});

test('tilted to the right and to its owner, the light moves right and down, at most to the card’s edge', () => {
  expect(leanOf(USUAL, { beta: 55, gamma: 10 })).toEqual({ x: 0.75, y: 0.75 });
  expect(leanOf(USUAL, { beta: -80, gamma: 80 })).toEqual({ x: 1, y: 0 });
});

test('on its side the light still moves to the lower side of the screen', () => {
  const { x, y } = leanOf(USUAL, { beta: 55, gamma: 0 }, 90);
  expect(x).toBeCloseTo(0.75);
  expect(y).toBeCloseTo(0.5);
});

test('a lasting position becomes the usual one', () => {
  const lying = { beta: 10, gamma: 0 };
  let usual = USUAL;
  for (let reading = 0; reading < 600; reading += 1) usual = nextUsualTilt(usual, lying);
  expect(leanOf(usual, lying).y).toBeCloseTo(0.5, 1);
});
