// The orders of a list, as its endpoint names them.
import type * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

type Choice = z.ZodMiniOptional<z.ZodMiniEnum>;

export function ordersOf({ query }: Endpoint): string[] {
  const { sort } = (query?.shape ?? {}) as { sort?: Choice };
  return sort === undefined ? [] : (sort.def.innerType.options as string[]);
}
