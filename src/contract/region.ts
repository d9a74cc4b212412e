// The buyer's own statement of their region.
import * as z from 'zod/mini';
import { isRegion } from '#domain/region.ts';

/**
 * The buyer's region: `CA-NS`, or a country. The profile's address takes precedence. Omitted: only the profile's
 * address counts.
 */
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
