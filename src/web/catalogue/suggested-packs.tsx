// Packs that the shop suggests. On a phone, the row scrolls sideways. Renders nothing without suggestions.
import type { PackType } from '#contract/catalogue.ts';
import { useId } from 'react';
import { PackCard } from './pack-card.tsx';
import { useRecommendedPacks } from './recommended-queries.ts';
import { useTrendingPacks } from './suggestion-queries.ts';

/** The suggestions for a signed-in user. */
export function RecommendedPacks() {
  return <Suggested title="Recommended for you" packs={useRecommendedPacks()} />;
}

export function TrendingPacks() {
  return <Suggested title="Trending now" packs={useTrendingPacks()} />;
}

function Suggested({ title, packs = [] }: { title: string; packs: PackType[] | undefined }) {
  const id = useId();
  if (packs.length === 0) return null;
  return (
    <section aria-labelledby={id} className="page pt-2 pb-14 md:pb-16">
      <h2 id={id} className="mb-5 text-h3 md:text-h2">
        {title}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {packs.map((pack) => (
          <PackCard key={pack.id} pack={pack} eager={false} isSuggested />
        ))}
      </ul>
    </section>
  );
}
