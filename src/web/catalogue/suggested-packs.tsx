// Packs that the shop suggests. On a phone, the row scrolls sideways. Renders nothing if the shop suggests no packs.
import type { PackType } from '#contract/catalogue.ts';
import { useId } from 'react';
import { PackCard } from './pack-card.tsx';
import { useRecommendedPacks } from './recommended-queries.ts';
import { useTrendingPacks } from './suggestion-queries.ts';

/** The suggestions for the signed-in user. */
export function RecommendedPacks() {
  return <Suggested title="Recommended for you" packs={useRecommendedPacks()} />;
}

/** The best sellers that are not in the list above them. */
export function TrendingPacks({ listed }: { listed: readonly PackType[] }) {
  const packs = useTrendingPacks();
  const ids = new Set(listed.map(({ id }) => id));
  return (
    <Suggested
      title="Trending now"
      chosenBy="The packs that sold most in the last 24 hours or, if none did, in the last 7 days."
      packs={packs?.filter(({ id }) => !ids.has(id))}
    />
  );
}

function Suggested({
  title,
  chosenBy,
  packs = [],
}: {
  title: string;
  chosenBy?: string;
  packs: PackType[] | undefined;
}) {
  const id = useId();
  if (packs.length === 0) return null;
  return (
    <section aria-labelledby={id} className="page pt-2 pb-14 md:pb-16">
      <h2 id={id} className="text-h3 md:text-h2">
        {title}
      </h2>
      {chosenBy !== undefined && <p className="mt-1 text-small text-text-2">{chosenBy}</p>}
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {packs.map((pack) => (
          <PackCard key={pack.id} pack={pack} eager={false} isSuggested />
        ))}
      </ul>
    </section>
  );
}
