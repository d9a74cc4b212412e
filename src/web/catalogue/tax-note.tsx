// Shows the price with tax next to the plain price. Renders nothing unless the tax depends on the buyer's region
// (docs/product.md §17).
import type { Cents } from '#domain/money.ts';
import { lazy, Suspense } from 'react';
import { useConfig } from '../accounts/config.ts';
import { classNames } from '../ui/class-names.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** This code is loaded only if the tax depends on the buyer's region. */
const PriceWithTax = lazy(async () => ({
  default: (await import('./price-with-tax.tsx')).PriceWithTax,
}));

/** Shows "plus tax" until the viewer's region is known. Renders nothing if the tax is the same in all regions. */
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
