// What decides a purchase, told before it: folded under BUY NOW and above Pay.
import { formatCad, sum, ZERO, type Cents } from '#domain/money.ts';
import { withTax } from '#domain/pricing.ts';
import { CONVERT_AFTER_DAYS, SELLBACK_RATE } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useConfig } from '../accounts/config.ts';
import { useTaxRates } from '../accounts/region.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';

const ShippingEstimate = lazy(() =>
  import('./shipping-estimate.tsx').then((module) => ({ default: module.ShippingEstimate })),
);

type BeforeYouBuyProps = {
  /** Of all packs, without tax, after a discount; null while it is not known. */
  price: Cents | null;
  /** In all packs; null while it is not known. */
  cardCount: number | null;
  className?: string;
};

/** Four lines, folded, and the way to the page behind them. */
export function BeforeYouBuy({ price, cardCount, className }: BeforeYouBuyProps) {
  const config = useConfig();
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      // Who is quick opens it before the page is taken over, and no toggle is heard of then.
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
        <li>
          Cards are yours for {CONVERT_AFTER_DAYS} days to sell or ship. After that they turn into
          credits, at {SELLBACK_RATE * 100}% of their market value.
        </li>
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
        <li>Opened packs can’t be returned.</li>
      </ul>
      <p className="mt-2">
        <Link to="/how-it-works" className="link font-semibold">
          How it works
        </Link>
      </p>
    </details>
  );
}

/** With tax, from credits; and by card where the shop takes cards and that costs more. */
function WhatItCosts({ price }: { price: Cents }) {
  const config = useConfig();
  const rates = useTaxRates();
  if (config === undefined) return null;
  if (rates === null) return <li>{formatCad(price)} plus the tax of where you live.</li>;
  const { charges, stripePublishableKey } = config;
  const total = withTax(price, rates);
  const cardFee = stripePublishableKey === null ? ZERO : charges.cardFee;
  return (
    <li>
      {formatCad(total)} with tax{cardFee > 0 && `, ${formatCad(sum(total, cardFee))} by card`}.
    </li>
  );
}
