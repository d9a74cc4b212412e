import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { useTaxRates } from '../accounts/region.ts';
import { CostLine } from './cost-line.tsx';

/** `unknown`: shown until the viewer's region is known. */
export function CostByPlace({ price, unknown }: { price: Cents; unknown: ReactNode }) {
  const rates = useTaxRates();
  return rates === null ? unknown : <CostLine price={price} rates={rates} />;
}
