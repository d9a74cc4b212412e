import { useEffect, useState } from 'react';
import type { AddressShape } from './address-shapes.ts';

const PLAIN: AddressShape = { states: [], order: ['city', 'state', 'postalCode'] };

/** How addresses of a country are written. Where the file of them does not come, its state is typed. */
export function useAddressShape(country: string): AddressShape {
  const [shapes, setShapes] = useState<{ shapeOf: (country: string) => AddressShape } | null>(null);
  useEffect(() => {
    void import('./address-shapes.ts').then(setShapes, () => {});
  }, []);
  return shapes?.shapeOf(country) ?? PLAIN;
}
