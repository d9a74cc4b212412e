// The number of a version of the shop's settings. 0 if nobody has saved any version yet.
import * as z from 'zod/mini';

const VERSION_MESSAGE = 'version must be a whole number';
export const version = z
  .int(VERSION_MESSAGE)
  .check(z.minimum(0, VERSION_MESSAGE), z.maximum(2_000_000_000, VERSION_MESSAGE));
