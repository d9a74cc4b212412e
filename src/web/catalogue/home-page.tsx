import { createLazyRoute, Link } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useState, type ComponentProps } from 'react';
import { useConfig, useShopName } from '../accounts/config.ts';
import { useVisitor } from '../accounts/visitor.ts';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Hero, HeroSkeleton } from './hero.tsx';
import { PacksError } from './packs-error.tsx';
import { PotentialHits } from './potential-hits.tsx';
import { usePackTypes, usePriceDay } from './queries.ts';
import { useUntouched } from './use-untouched.ts';
import { WhyChooseUs } from './why-choose-us.tsx';
import { EmptyState } from '../ui/states.tsx';

export const screen = createLazyRoute('/')({ component: HomePage });

// This code is loaded later, because it is for signed-in users only, and its place is at the end of the page.
const RecommendedPacks = lazy(async () => {
  const { RecommendedPacks: default_ } = await import('./suggested-packs.tsx');
  return { default: default_ };
});

// This code is loaded later, because it is for signed-in users only.
const ComingBack = lazy(async () => ({
  default: (await import('./coming-back.tsx')).ComingBack,
}));

/**
 * `lastShown`: index of the pack that the visitor last moved onto the stage, so that they find the pack again when they
 * return to this page; null until they move one. `lastBegun`: index of the pack with which the stage last began without
 * the visitor. On the server neither ever changes.
 */
let lastShown: number | null = null;
let lastBegun = 0;

function HomePage() {
  const shop = useShopName();
  const packTypes = usePackTypes();
  const [index, setIndex] = useState(lastShown ?? lastBegun);
  const [beginnings, setBeginnings] = useState(0);
  const [isSteady, setSteady] = useState(false);
  const isUntouched = useUntouched();

  const show = (next: number) => {
    lastShown = next;
    setIndex(next);
  };
  const begin = (next: number | null) => {
    setSteady(true);
    if (next === null || lastShown !== null || next === index) return;
    lastBegun = next;
    setIndex(next);
    setBeginnings(beginnings + 1);
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
  // The index is limited to the length of the list, because the list may have become shorter.
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
    // A new key remounts the stage when it begins with another pack, so that nothing of the previous pack is animated.
    <Fragment key={beginnings}>
      <Hero
        packs={packs}
        greeting={<Greeting packs={packs} isUntouched={isUntouched} onBegin={begin} />}
        index={at}
        isSteady={isSteady}
        onIndex={show}
      />
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
    </Fragment>
  );
}

const GREETING = 'Real sealed packs. Open them here, then keep, sell or ship each card.';

/** Says what the shop does. To a customer who comes back, says what waits for them instead. */
function Greeting(props: Omit<ComponentProps<typeof ComingBack>, 'usual'>) {
  if (!useVisitor()) return GREETING;
  return (
    <Suspense fallback={GREETING}>
      <ComingBack {...props} usual={GREETING} />
    </Suspense>
  );
}

/** The steps of a purchase, shown below the stage. */
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
 * Says when the shown prices were updated. Says "daily" only if the shop updates prices daily and has no newer prices
 * than the shown ones.
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

/** This is a component of its own, so that signing in or out re-renders only this part. */
function Recommended() {
  if (!useVisitor()) return null;
  return (
    <Suspense>
      <RecommendedPacks />
    </Suspense>
  );
}
