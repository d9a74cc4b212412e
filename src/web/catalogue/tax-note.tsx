// What a price becomes with tax, beside it, where the tax goes by where the buyer lives (docs/product.md §17).
import type { Cents } from '#domain/money.ts';
import { lazy, Suspense } from 'react';
import { useConfig } from '../accounts/config.ts';
import { classNames } from '../ui/class-names.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Only where taxes go by it. */
const PriceWithTax = lazy(async () => ({
  default: (await import('./price-with-tax.tsx')).PriceWithTax,
}));

/** "plus tax" until it is known where the viewer lives. Nothing in a shop that takes one rate of everybody. */
export function TaxNote({ price, className }: { price: Cents | null; className?: string }) {
  const isHydrated = useHydrated();
  const isByPlace = Boolean(useConfig()?.taxes.regions);
  if (!isByPlace || price === null) return null;
  const unknown = 'plus tax';
  return (
    <span className={classNames('block text-small font-normal text-text-2', className)}>
      {isHydrated ? (
        <Suspense fallback={unknown}>
          <PriceWithTax price={price} unknown={unknown} />
        </Suspense>
      ) : (
        unknown
      )}
    </span>
  );
}
