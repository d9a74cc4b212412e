// The price with tax, beside the plain price. Shown only if the tax depends on where the buyer lives (docs/product.md
// §17).
import type { Cents } from '#domain/money.ts';
import { lazy, Suspense } from 'react';
import { useConfig } from '../accounts/config.ts';
import { classNames } from '../ui/class-names.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** Loaded only if the tax depends on the region. */
const PriceWithTax = lazy(async () => ({
  default: (await import('./price-with-tax.tsx')).PriceWithTax,
}));

/** Shows "plus tax" until the viewer's region is known. Renders nothing if all buyers pay the same taxes. */
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
