import { formatCad, type Cents } from '#domain/money.ts';
import { withTax } from '#domain/pricing.ts';
import { useTaxRates } from '../accounts/region.ts';

/** `unknown`: shown until the viewer's region is known. */
export function PriceWithTax({ price, unknown }: { price: Cents; unknown: string }) {
  const rates = useTaxRates();
  return rates === null ? unknown : `${formatCad(withTax(price, rates))} with tax`;
}
