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

/** A small label, such as a status, a tag or a discount. */
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

// Each colour fits the rarity's name in the collection: Epic is purple, Rare is blue.
const RARITY_COLOURS: Record<Rarity, string> = {
  mythic: 'bg-legendary-soft text-legendary',
  rare: 'bg-rare-soft text-rare',
  uncommon: 'bg-epic-soft text-epic',
  common: 'bg-common-soft text-common',
};

/**
 * Shows a rarity as pips and a word, so that nobody needs colour. If the shop and the opening page have different
 * words, shows both, in one order on all pages (choice 575). In a narrow `@container`, the second word is visually
 * hidden; if a badge with four pips is still too wide, it also gets less padding.
 */
export function RarityBadge({ rarity }: { rarity: Rarity }) {
  const [word, other] = [COLLECTION_RARITY[rarity], OPENING_RARITY[rarity]];
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
