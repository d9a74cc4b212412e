import { COLLECTION_RARITY, OPENING_RARITY, rarityRank, type Rarity } from '#domain/card.ts';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'plain' | 'outline' | 'brand' | 'warn' | 'danger' | 'ink';

const TONES: Record<BadgeTone, string> = {
  plain: 'bg-surface-2 text-text-2',
  outline: 'border border-line-strong text-text',
  brand: 'bg-brand-soft text-on-brand-soft',
  warn: 'bg-warn-soft text-on-warn-soft',
  danger: 'bg-danger-soft text-on-danger-soft',
  ink: 'bg-text text-bg',
};

const BADGE =
  'badge inline-flex h-6 items-center gap-1.5 rounded-badge px-2 text-badge font-semibold whitespace-nowrap';

/** A small label: a status, a tag, a discount. */
export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return <span className={classNames(BADGE, TONES[tone], className)}>{children}</span>;
}

// The colour follows the rarity's name in the collection: Epic is purple, Rare is blue.
const RARITY_COLOURS: Record<Rarity, string> = {
  mythic: 'bg-legendary-soft text-legendary',
  rare: 'bg-rare-soft text-rare',
  uncommon: 'bg-epic-soft text-epic',
  common: 'bg-common-soft text-common',
};

/**
 * A rarity as pips and word, so that colour is not the only sign. If shop and opening page have different words, the
 * badge shows both (choice 575). The word of the page that `on` names comes first. In a narrow `@container`, the second
 * word is visually hidden. A badge with four pips also gets less padding if it is still too wide.
 */
export function RarityBadge({ rarity, on = 'shop' }: { rarity: Rarity; on?: 'shop' | 'opening' }) {
  const [opening, shop] = [OPENING_RARITY[rarity], COLLECTION_RARITY[rarity]];
  const [word, other] = on === 'opening' ? [opening, shop] : [shop, opening];
  return (
    <span className={classNames(BADGE, 'max-w-full', RARITY_COLOURS[rarity])}>
      <Pips count={rarityRank(rarity)} />
      {other === word ? (
        word
      ) : (
        <span>
          {word} <span className="font-normal @max-[9.5rem]:sr-only">({other})</span>
        </span>
      )}
    </span>
  );
}

function Pips({ count }: { count: number }) {
  const diamonds = Array.from({ length: count }, (_none, at) => `M${3.5 + at * 7} 1l3 3-3 3-3-3Z`);
  return (
    <svg aria-hidden="true" width={count * 7} height="8" viewBox={`0 0 ${count * 7} 8`}>
      <path fill="currentColor" d={diamonds.join('')} />
    </svg>
  );
}
