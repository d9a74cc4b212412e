import { expect, test } from 'vitest';
import { kindsOf, yourGoodsAre } from './goods.ts';

test.each([
  [{ packs: 1, singles: 0 }, 'packs', 'Your pack is'],
  [{ packs: 3, singles: 0 }, 'packs', 'Your 3 packs are'],
  [{ packs: 0, singles: 1 }, 'cards', 'Your card is'],
  [{ packs: 0, singles: 2 }, 'cards', 'Your 2 cards are'],
  [{ packs: 1, singles: 2 }, 'packs and cards', 'Your pack and 2 cards are'],
])('a buyer of %o reads of %s: "%s"', (goods, kinds, words) => {
  expect([kindsOf(goods), yourGoodsAre(goods)]).toEqual([kinds, words]);
});
