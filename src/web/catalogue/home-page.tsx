import { createLazyRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useVisitor } from '../accounts/visitor.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Hero, HeroSkeleton } from './hero.tsx';
import { PacksError } from './packs-error.tsx';
import { PotentialHits } from './potential-hits.tsx';
import { usePackTypes } from './queries.ts';
import { WhyChooseUs } from './why-choose-us.tsx';
import { EmptyState } from '../ui/states.tsx';

export const screen = createLazyRoute('/')({ component: HomePage });

// Below everything else, for some people only: the page does not wait for it.
const RecommendedPacks = lazy(async () => {
  const { RecommendedPacks: default_ } = await import('./suggested-packs.tsx');
  return { default: default_ };
});

/** Which pack was on the stage last: whoever comes back finds it there. Never set on the server. */
let lastShown = 0;

function HomePage() {
  const packTypes = usePackTypes();
  const [index, setIndex] = useState(lastShown);

  const show = (next: number) => {
    lastShown = next;
    setIndex(next);
  };

  const packs = packTypes.data;
  if (packs === undefined) {
    return (
      <>
        <h1 className="sr-only">Felt & Foil</h1>
        {packTypes.isError ? <PacksError error={packTypes.error} /> : <HeroSkeleton />}
        <WhyChooseUs />
      </>
    );
  }
  // The list may have become shorter since the last look.
  const at = Math.min(index, packs.length - 1);
  const pack = packs[at];
  if (pack === undefined) {
    return (
      <>
        <div className="page pt-12">
          <h1 className="mb-6 text-h1">Felt & Foil</h1>
          <EmptyState title="No packs available at the moment." />
        </div>
        <WhyChooseUs />
      </>
    );
  }
  return (
    <>
      <Hero packs={packs} index={at} onIndex={show} />
      <section aria-labelledby="hits" className="page pt-12 md:pt-16">
        <h2 id="hits" className="text-h3 md:text-h2">
          Potential hits
          <VisuallyHidden> of {pack.name}</VisuallyHidden>
        </h2>
        <p className="mt-1 text-small text-text-2">
          Card prices are updated daily from public card-price sources.
        </p>
        <PotentialHits pack={pack} shows="credit" />
      </section>
      <WhyChooseUs />
      <Recommended />
    </>
  );
}

/** Apart, so that learning who is looking draws nothing else again. */
function Recommended() {
  if (!useVisitor()) return null;
  return (
    <Suspense>
      <RecommendedPacks />
    </Suspense>
  );
}
