// The names under which recurring shapes stand in the OpenAPI document (`components.schemas`), so that
// a client made from it has types with names.
import type * as z from 'zod/mini';

/** What each named shape is called. Only the document reads it. */
export const NAMES = /* @__PURE__ */ new Map<z.ZodMiniType, string>();

/** Gives shapes their names in the document. Bundles leave the call out (`vite.config.ts`). */
export function nameShapes(shapes: Record<string, z.ZodMiniType>): void {
  for (const [name, shape] of Object.entries(shapes)) NAMES.set(shape, name);
}
