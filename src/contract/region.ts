// The buyer's own statement of their region.
import * as z from 'zod/mini';
import { isPreciseRegion } from '#domain/region.ts';

/**
 * The buyer's region, which is a country or a part of it such as `CA-NS`. The profile's address takes precedence. If
 * omitted, only the profile's address counts.
 */
export const region = z.optional(
  z.nullable(
    z.string('region must be a text').check(
      z.trim(),
      z.toUpperCase(),
      z.refine(isPreciseRegion, {
        error: 'region must be a province such as CA-NS, or a country',
      }),
    ),
  ),
);
