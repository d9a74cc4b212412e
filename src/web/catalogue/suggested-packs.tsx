// Packs that the shop suggests: a row to push sideways on a phone, and nothing at all while there are none.
import type { PackType } from '#contract/catalogue.ts';
import { listTrendingPacks, recommendPacks } from '#contract/suggestions.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../api/call.ts';
import { PackCard } from './pack-card.tsx';

const FRESH_MS = 5 * 60_000;

/** For who is signed in; their own switch turns it off. */
export function RecommendedPacks() {
  const packs = useQuery({
    queryKey: ['recommended-packs'],
    queryFn: ({ signal }) => call(recommendPacks, {}, { signal }),
    staleTime: FRESH_MS,
    meta: { of: 'person' },
  });
  return <Suggested title="Recommended for you" packs={packs.data} />;
}

/** What sold most within a day; where nothing did, within a week. */
export function TrendingPacks() {
  const packs = useQuery({
    queryKey: ['trending-packs'],
    queryFn: async ({ signal }) => {
      const ofDay = await call(listTrendingPacks, {}, { signal });
      return ofDay.length > 0 ? ofDay : call(listTrendingPacks, { timeframe: '7d' }, { signal });
    },
    staleTime: FRESH_MS,
  });
  return <Suggested title="Trending now" packs={packs.data} />;
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
