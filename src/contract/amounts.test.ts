import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { amount, isWithheld } from './amounts.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './table.ts';

type Parts = {
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
};

/** The paths to all amounts in a reply that everybody who may call its endpoint sees. */
function amountsIn(shape: z.core.$ZodType, path: string): string[] {
  if (shape === amount) return [path];
  if (isWithheld(shape)) return [];
  const { shape: fields = {}, element, innerType, options = [] } = shape._zod.def as Parts;
  const inner = [element, innerType, ...options].filter((one) => one !== undefined);
  return [
    ...Object.entries(fields).flatMap(([name, field]) => amountsIn(field, `${path}.${name}`)),
    ...inner.flatMap((one) => amountsIn(one, path)),
  ];
}

test('who only packs sees no amounts of money but those that customs demand', () => {
  const packing = Object.values<Endpoint>(ENDPOINTS).filter(
    ({ audience }) => audience === 'packing',
  );
  expect(packing.length).toBeGreaterThan(10);
  expect(packing.flatMap(({ path, reply }) => amountsIn(reply, path)).toSorted()).toEqual([
    '/admin/picks.parcel.customs.value',
    '/admin/picks/next.parcel.customs.value',
    '/admin/shipments/sheets.shipments.customs.value',
    '/admin/shipments/{id}.customs.value',
  ]);
});
