import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { useTaxRates } from '../accounts/region.ts';
import { CostLine } from './cost-line.tsx';

/** `unknown`: what is said as long as nobody knows where the viewer lives. */
export function CostByPlace({ price, unknown }: { price: Cents; unknown: ReactNode }) {
  const rates = useTaxRates();
  return rates === null ? unknown : <CostLine price={price} rates={rates} />;
}
