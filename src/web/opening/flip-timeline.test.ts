import { describe, expect, test } from 'vitest';
import { RARITIES } from '#domain/card.ts';
import { flipTimes, TURN_KEYFRAMES, TURN_MS } from './flip-timeline.ts';

describe('a reveal', () => {
  test('ends after 3.5, 4, 4.5 and 5 seconds, by rarity', () => {
    expect(RARITIES.map((rarity) => flipTimes(rarity, false).endAt)).toEqual([
      3500, 4000, 4500, 5000,
    ]);
  });

  test('names the card once its face is visible, and releases it after two seconds', () => {
    expect(flipTimes('mythic', false)).toMatchObject({ namedAt: 620, freeAt: 2000 });
  });

  test('takes no time without motion', () => {
    expect(flipTimes('mythic', true)).toEqual({ namedAt: 0, freeAt: 0, endAt: 150 });
  });

  test('turns from back to face and passes the middle once', () => {
    const degrees = TURN_KEYFRAMES.map(({ transform }) => Number(/-?\d+/.exec(transform)![0]));
    expect([degrees[0], degrees.at(-1)]).toEqual([180, 0]);
    expect(degrees.filter((angle) => angle > 90)).toHaveLength(2);
    expect(TURN_MS).toBeLessThan(flipTimes('common', false).freeAt);
  });
});
