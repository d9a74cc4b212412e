// Reads the OpenAPI document for tests, and replaces every reference by its target.

/** Lists all references in a document or in a part of it. */
export function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, one]) =>
    key === '$ref' && typeof one === 'string' ? [one] : referencesIn(one),
  );
}

/** Returns the target of a reference such as `#/components/schemas/PackType`. If there is no target, throws. */
function referredBy(document: object, reference: string): object {
  const found = reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
  if (typeof found !== 'object' || found === null) throw new Error(`${reference} leads nowhere`);
  return found;
}

/** The document with all references resolved. */
export function resolved<Document extends object>(document: object): Document {
  const inPlace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inPlace);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...besides } = part as { $ref?: unknown };
    const target = typeof $ref === 'string' ? inPlace(referredBy(document, $ref)) : {};
    return {
      ...(target as object),
      ...Object.fromEntries(Object.entries(besides).map(([key, one]) => [key, inPlace(one)])),
    };
  };
  return inPlace(document) as Document;
}
