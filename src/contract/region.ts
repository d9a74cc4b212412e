// Where a buyer says they live.
import * as z from 'zod/mini';
import { isRegion } from '#domain/region.ts';

/** Where the buyer lives, as `CA-NS` or a country. The profile's address counts before it; omitted: only that does. */
export const region = z.optional(
  z.nullable(
    z
      .string('region must be a text')
      .check(
        z.trim(),
        z.toUpperCase(),
        z.refine(isRegion, { error: 'region must be a province such as CA-NS, or a country' }),
      ),
  ),
);
