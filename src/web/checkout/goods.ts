// The words for what a checkout sells: packs, singles, or both.
import { countOf } from '../ui/count-of.ts';

export type Goods = { packs: number; singles: number };

/** "packs", "cards", or "packs and cards". */
export function kindsOf({ packs, singles }: Goods): string {
  if (singles === 0) return 'packs';
  return packs === 0 ? 'cards' : 'packs and cards';
}

/** "2 packs", "1 card", or "2 packs, 1 card". */
export function countGoods({ packs, singles }: Goods): string {
  const counted = [
    (packs > 0 || singles === 0) && countOf(packs, 'pack'),
    singles > 0 && countOf(singles, 'card'),
  ];
  return counted.filter(Boolean).join(', ');
}

/** "Your pack is", "Your 3 cards are", "Your pack and 2 cards are". */
export function yourGoodsAre({ packs, singles }: Goods): string {
  const one = packs + singles === 1;
  const counted = [
    packs > 0 && (packs === 1 ? 'pack' : countOf(packs, 'pack')),
    singles > 0 && (singles === 1 ? 'card' : countOf(singles, 'card')),
  ];
  return `Your ${counted.filter(Boolean).join(' and ')} ${one ? 'is' : 'are'}`;
}
