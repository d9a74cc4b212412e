import { useEffect, useState } from 'react';
import type { AddressShape } from './address-shapes.ts';

const PLAIN: AddressShape = { states: [], order: ['city', 'state', 'postalCode'] };

/** Returns how a country writes addresses. If the formats do not load, the form has a text field for the state. */
export function useAddressShape(country: string): AddressShape {
  const [shapes, setShapes] = useState<{ shapeOf: (country: string) => AddressShape } | null>(null);
  useEffect(() => {
    void import('./address-shapes.ts').then(setShapes, () => {});
  }, []);
  return shapes?.shapeOf(country) ?? PLAIN;
}
