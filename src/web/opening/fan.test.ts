import { toCents } from '#domain/money.ts';
import { describe, expect, test } from 'vitest';
import { best, fanOf } from './fan.ts';

function card(value: number, rarity: 'common' | 'rare' = 'common') {
  return { value: toCents(value), rarity };
}

describe('a pack that is fanned out', () => {
  test('has the best card in front and upright, the others at both sides of it', () => {
    const cards = [card(5), card(300), card(40), card(7)];
    const fan = fanOf(cards);
    expect(fan.at(-1)).toMatchObject({ card: cards[1], degrees: 0, depth: 0 });
    expect(fan.map(({ degrees }) => Math.sign(degrees))).toEqual([1, -1, 1, 0]);
    expect(best(cards)).toBe(cards[1]);
  });

  test('with two best cards of the same value shows the rarer one in front', () => {
    const rare = card(40, 'rare');
    expect(best([card(40), rare])).toBe(rare);
  });

  test('stays as wide with fifteen cards as with ten, and can be a single one', () => {
    const widest = (count: number) =>
      Math.max(
        ...fanOf(Array.from({ length: count }, (_none, at) => card(at))).map((one) =>
          Math.abs(one.degrees),
        ),
      );
    expect(widest(15)).toBeCloseTo(32);
    expect(widest(10)).toBeCloseTo(32);
    expect(widest(1)).toBe(0);
  });
});
