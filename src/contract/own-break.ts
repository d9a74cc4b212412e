// A break from buying (docs/product.md §21).
import * as z from 'zod/mini';
import { BREAK_KINDS } from '#domain/break.ts';
import { instant } from './amounts.ts';
import { nameShapes } from './names.ts';

/** A break that is in force now. If `endsAt` is null, the break never ends. */
export const ownBreak = z.object({
  kind: z.enum(BREAK_KINDS),
  beganAt: instant,
  endsAt: z.nullable(instant),
});

nameShapes({ Break: ownBreak });
