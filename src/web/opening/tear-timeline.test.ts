import { expect, test } from 'vitest';
import { FLOWN_MS, FLY_MS, RISE_AFTER_MS, RISE_MS, tearMs } from './tear-timeline.ts';

test('an opening by the button tears, flies and rises within a second', () => {
  const torn = tearMs(0);
  expect([torn, torn + FLY_MS]).toEqual([450, 750]);
  expect([torn + RISE_AFTER_MS, torn + RISE_AFTER_MS + RISE_MS]).toEqual([570, 1000]);
  expect(torn + FLOWN_MS).toBe(1000);
});

test('what a hand has torn is not torn again', () => {
  expect(tearMs(0.6)).toBeCloseTo(180);
  expect(tearMs(1)).toBe(0);
});
