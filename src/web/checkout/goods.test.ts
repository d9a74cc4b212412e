import { expect, test } from 'vitest';
import { countGoods, kindsOf, yourGoodsAre } from './goods.ts';

test.each([
  [{ packs: 1, singles: 0 }, 'packs', 'Your pack is'],
  [{ packs: 3, singles: 0 }, 'packs', 'Your 3 packs are'],
  [{ packs: 0, singles: 1 }, 'cards', 'Your card is'],
  [{ packs: 0, singles: 2 }, 'cards', 'Your 2 cards are'],
  [{ packs: 1, singles: 2 }, 'packs and cards', 'Your pack and 2 cards are'],
])('a buyer of %o reads of %s: "%s"', (goods, kinds, words) => {
  expect([kindsOf(goods), yourGoodsAre(goods)]).toEqual([kinds, words]);
});

test.each([
  [{ packs: 1, singles: 0 }, '1 pack'],
  [{ packs: 0, singles: 1 }, '1 card'],
  [{ packs: 2, singles: 3 }, '2 packs, 3 cards'],
])('an operator reads how much is in an order of %o: "%s"', (goods, words) => {
  expect(countGoods(goods)).toBe(words);
});
