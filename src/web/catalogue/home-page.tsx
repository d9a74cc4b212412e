import { createLazyRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useConfig, useShopName } from '../accounts/config.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { dayInUtc } from '../ui/day-in-utc.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Hero, HeroSkeleton } from './hero.tsx';
import { PacksError } from './packs-error.tsx';
import { PotentialHits } from './potential-hits.tsx';
import { usePackTypes, usePriceDay } from './queries.ts';
import { WhyChooseUs } from './why-choose-us.tsx';
import { EmptyState } from '../ui/states.tsx';

export const screen = createLazyRoute('/')({ component: HomePage });

// Loaded later, because it is below everything else and only for signed-in users.
const RecommendedPacks = lazy(async () => {
  const { RecommendedPacks: default_ } = await import('./suggested-packs.tsx');
  return { default: default_ };
});

/**
 * The index of the pack that was last on the stage, so that a returning visitor sees the same pack. Stays 0 on the
 * server.
 */
let lastShown = 0;

function HomePage() {
  const shop = useShopName();
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
        <h1 className="sr-only">{shop}</h1>
        {packTypes.isError ? <PacksError error={packTypes.error} /> : <HeroSkeleton />}
        <WhyChooseUs />
      </>
    );
  }
  // The list may have become shorter, so the index is limited to its length.
  const at = Math.min(index, packs.length - 1);
  const pack = packs[at];
  if (pack === undefined) {
    return (
      <>
        <div className="page pt-12">
          <h1 className="mb-6 text-h1">{shop}</h1>
          <EmptyState title="No packs available at the moment." />
        </div>
        <WhyChooseUs />
      </>
    );
  }
  return (
    <>
      <Hero packs={packs} index={at} onIndex={show} />
      <Steps />
      <section aria-labelledby="hits" className="page pt-10 md:pt-12">
        <h2 id="hits" className="text-h3 md:text-h2">
          Potential hits
          <VisuallyHidden> of {pack.name}</VisuallyHidden>
        </h2>
        <PriceNote asOf={pack.pricesAsOf} />
        <PotentialHits pack={pack} shows="credit" />
      </section>
      <WhyChooseUs />
      <Recommended />
    </>
  );
}

/** The steps of a purchase, shown under the stage. */
const STEPS = ['Buy a sealed pack', 'Open it here, card by card', 'Keep, sell or ship each card'];

function Steps() {
  const sealed = useConfig()?.sealed;
  return (
    <div className="border-b border-line">
      <div className="page flex flex-wrap items-center gap-x-8 gap-y-2 py-4 text-small">
        <ol className="flex gap-x-8 gap-y-2 font-semibold max-md:grid max-md:w-full">
          {STEPS.map((step, at) => (
            <li key={step} className="flex gap-2">
              <span className="text-brand">{at + 1}</span>
              {step}
            </li>
          ))}
        </ol>
        <Link to="/how-it-works" className="link hit-44 md:ml-auto">
          How it works
        </Link>
        <p className="w-full text-text-2">{sealed}</p>
      </div>
    </div>
  );
}

/**
 * Says when the shown prices were updated. It says "daily" only if the shop updates prices daily and these are the
 * newest.
 */
function PriceNote({ asOf }: { asOf: Date | null }) {
  const newest = usePriceDay();
  const isDaily = newest?.areDaily === true && newest.asOf?.getTime() === asOf?.getTime();
  return (
    <p className="mt-1 text-small text-text-2">
      {asOf &&
        `Card prices ${isDaily ? 'are updated daily' : 'come'} from public card-price sources. Card prices shown are those of ${dayInUtc(asOf)}.`}
    </p>
  );
}

/** A component of its own, so that a change of the sign-in state re-renders only this part. */
function Recommended() {
  if (!useVisitor()) return null;
  return (
    <Suspense>
      <RecommendedPacks />
    </Suspense>
  );
}
