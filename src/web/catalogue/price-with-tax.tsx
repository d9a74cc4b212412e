import { formatCad, type Cents } from '#domain/money.ts';
import { withTax } from '#domain/pricing.ts';
import { useTaxRates } from '../accounts/region.ts';

/** Shows the price with the taxes of the viewer's region. While the region is not known, shows `unknown`. */
export function PriceWithTax({ price, unknown }: { price: Cents; unknown: string }) {
  const rates = useTaxRates();
  return rates === null ? unknown : `${formatCad(withTax(price, rates))} with tax`;
}
