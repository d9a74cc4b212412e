// The price with tax, shown beside the price if the tax depends on where the buyer lives (docs/product.md §17).
import type { Cents } from '#domain/money.ts';
import { lazy, Suspense } from 'react';
import { useConfig } from '../accounts/config.ts';
import { classNames } from '../ui/class-names.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Loaded only if taxes depend on the region. */
const PriceWithTax = lazy(async () => ({
  default: (await import('./price-with-tax.tsx')).PriceWithTax,
}));

/** "plus tax" until the viewer's region is known. Renders nothing in a shop with one rate for all buyers. */
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
