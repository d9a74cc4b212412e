import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { useTaxRates } from '../accounts/region.ts';
import { CostLine } from './cost-line.tsx';

/** Shows the cost with the taxes of the viewer's region. While the region is not known, shows `unknown`. */
export function CostByPlace({ price, unknown }: { price: Cents; unknown: ReactNode }) {
  const rates = useTaxRates();
  return rates === null ? unknown : <CostLine price={price} rates={rates} />;
}
