import type { PackType } from '#contract/catalogue.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { inShare } from '#domain/format-chance.ts';
import { CardImage } from '../ui/art.tsx';
import { RarityBadge } from '../ui/badge.tsx';

type PotentialHitsProps = {
  pack: PackType;
  /** What to show under a card's name. */
  shows: 'credit' | 'rarity';
};

/**
 * The most valuable cards of a pack type: cards from the counted packs, or cards that a pack may contain. A wide window
 * shows five cards in a row; a narrow one shows a strip that scrolls sideways.
 */
export function PotentialHits({ pack, shows }: PotentialHitsProps) {
  return (
    <section
      aria-label={`Cards of ${pack.name}, by value`}
      // A strip that scrolls must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="bleed mt-5 snap-x overflow-x-auto rounded-card py-2 lg:mx-0 lg:overflow-visible lg:px-0"
    >
      <ul className="grid auto-cols-[42vw] grid-flow-col gap-4 sm:auto-cols-[186px] lg:grid-flow-row lg:grid-cols-5 lg:gap-x-5 lg:gap-y-8">
        {pack.potentialHitsCards.map((hit) => (
          <li
            key={hit.cardId}
            className="group relative min-w-0 snap-start scroll-ml-[var(--page-edge)]"
          >
            <CardImage src={hit.cardImageUrl} alt="" className="w-full shadow-art" />
            <p className="mt-3 text-small font-semibold">
              <Link
                to="/card/$cardId"
                params={{ cardId: hit.cardId }}
                className="text-text no-underline group-hover:underline after:absolute after:inset-0 after:rounded-card"
              >
                {hit.cardName}
              </Link>
            </p>
            {shows === 'credit' ? (
              <p className="text-small text-text-2">
                <span className="whitespace-nowrap">{formatCad(hit.instantCredit)}</span> instant
                credit
              </p>
            ) : (
              <>
                <p className="mt-1.5">
                  <RarityBadge rarity={hit.rarity} />
                </p>
                {hit.packs !== null && pack.counted && (
                  <p className="mt-1 text-small text-text-2">
                    {inShare(hit.packs, pack.counted.packs)}
                  </p>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
