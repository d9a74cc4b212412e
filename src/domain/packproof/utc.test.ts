import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utcWords } from './utc.ts';

test('a time is written as any calendar writes it', () => {
  expect(utcWords(1_692_806_364)).toBe('2023-08-23 15:59:24 UTC');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 32_503_680_000 }), (seconds) => {
      const said = new Date(seconds * 1000)
        .toISOString()
        .replace('T', ' ')
        .replace('.000Z', ' UTC');
      expect(utcWords(seconds)).toBe(said);
    }),
  );
});
