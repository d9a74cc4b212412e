// Information that buyers read before a purchase. The page shows it folded below BUY NOW and above Pay.
import { formatCad, type Cents } from '#domain/money.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { sealSentence } from '#domain/seal.ts';
import { CONVERT_AFTER_DAYS, CREDITS_STAY, SELLBACK_RATE } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useConfig } from '../accounts/config.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { CostLine } from './cost-line.tsx';

const ShippingEstimate = lazy(() =>
  import('./shipping-estimate.tsx').then((module) => ({ default: module.ShippingEstimate })),
);

/** This code is loaded only if the tax depends on the buyer's region, because the code for regions is large. */
const CostByPlace = lazy(async () => ({
  default: (await import('./cost-by-place.tsx')).CostByPlace,
}));

/** How singles are returned (docs/singles.md). */
const SINGLES_RETURN =
  'A single can be returned until it leaves: for 24 hours at the price paid, and until day 14 at what we ask for one like it, if that is less. Where the law gives you longer, you have longer.';

type BeforeYouBuyProps = {
  /** The price of all goods after discounts and before tax; null while unknown. */
  price: Cents | null;
  /** The number of cards, also in packs; null while unknown. */
  cardCount: number | null;
  sealKinds: readonly SealKind[];
  /** What the visitor is about to buy. */
  has?: { packs: boolean; singles: boolean };
  className?: string;
};

/** Five lines in a fold. Each line links to the page with the details. */
export function BeforeYouBuy({
  price,
  cardCount,
  sealKinds,
  has = { packs: true, singles: false },
  className,
}: BeforeYouBuyProps) {
  const config = useConfig();
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      // If the visitor opens the fold before hydration, no handler receives the toggle event. This ref then finds the
      // fold open.
      ref={(fold) => {
        if (fold?.open) setOpened(true);
      }}
      className={classNames('group text-small', className)}
      onToggle={() => setOpened(true)}
    >
      <summary className="inline-flex min-h-11 list-none items-center gap-2 font-semibold text-brand [&::-webkit-details-marker]:hidden">
        Before you buy
        <Icon name="down" size={16} className="group-open:rotate-180" />
      </summary>
      <ul className="mt-1 list-disc space-y-1.5 pl-5 text-text-2 marker:text-text-3">
        {price !== null && <WhatItCosts price={price} />}
        {has.packs && (
          <li>
            {has.singles ? 'Cards from packs' : 'Cards'} are yours for {CONVERT_AFTER_DAYS} days to
            sell or ship. After that they turn into credits, at {SELLBACK_RATE * 100}% of their
            market value.
          </li>
        )}
        {has.singles && (
          <li>
            Singles stay yours. They sell back for their credit value or half of what you paid,
            whichever is less.
          </li>
        )}
        <li>{CREDITS_STAY}</li>
        {config && (
          <li>
            Shipping starts at {formatCad(config.shippingFrom)} a parcel.
            {wasOpened && cardCount !== null && (
              <Suspense>
                <ShippingEstimate cardCount={cardCount} />
              </Suspense>
            )}
          </li>
        )}
        {has.packs && <li>{sealSentence(sealKinds)}</li>}
        {has.packs && <li>Opened packs can’t be returned.</li>}
        {has.singles && <li>{SINGLES_RETURN}</li>}
      </ul>
      <p className="mt-2">
        <Link to="/how-it-works" className="link font-semibold">
          How it works
        </Link>
      </p>
    </details>
  );
}

function WhatItCosts({ price }: { price: Cents }) {
  const taxes = useConfig()?.taxes;
  const isHydrated = useHydrated();
  if (taxes === undefined) return null;
  const unknown = <li>{formatCad(price)} plus the tax where you live.</li>;
  if (taxes.isAsked) return unknown;
  if (taxes.regions === null) return <CostLine price={price} rates={taxes.rates} />;
  if (!isHydrated) return unknown;
  return (
    <Suspense fallback={unknown}>
      <CostByPlace price={price} unknown={unknown} />
    </Suspense>
  );
}
