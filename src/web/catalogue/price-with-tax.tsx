import { formatCad, type Cents } from '#domain/money.ts';
import { withTax } from '#domain/pricing.ts';
import { useTaxRates } from '../accounts/region.ts';

/** Shows the price with the taxes of the viewer's region. Shows `unknown` instead while the region is not known. */
export function PriceWithTax({ price, unknown }: { price: Cents; unknown: string }) {
  const rates = useTaxRates();
  return rates === null ? unknown : `${formatCad(withTax(price, rates))} with tax`;
}
