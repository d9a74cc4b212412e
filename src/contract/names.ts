// The names of recurring shapes in the OpenAPI document (`components.schemas`), so that a generated
// client has named types.
import type * as z from 'zod/mini';

/** The name of each named shape. Only the document reads it. */
export const NAMES = /* @__PURE__ */ new Map<z.ZodMiniType, string>();

/** Gives shapes their names in the document. Bundles drop the call (`vite.config.ts`). */
export function nameShapes(shapes: Record<string, z.ZodMiniType>): void {
  for (const [name, shape] of Object.entries(shapes)) NAMES.set(shape, name);
}
