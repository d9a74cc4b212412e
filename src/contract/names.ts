// Names of common types in the OpenAPI document (`components.schemas`), so that generated clients have named types.
import type * as z from 'zod/mini';

/** The names by type. Only the OpenAPI document reads them. */
export const NAMES = /* @__PURE__ */ new Map<z.ZodMiniType, string>();

/** Names types for the OpenAPI document. The browser's bundles omit the call (`vite.config.ts`). */
export function nameShapes(shapes: Record<string, z.ZodMiniType>): void {
  for (const [name, shape] of Object.entries(shapes)) NAMES.set(shape, name);
}
