// Parses query strings in the form that the browser's client writes. `key[]=a&key[]=b` is a list,
// and a repeated key is a list, too.

/** Parses a query string. A key that ends in `[]` always gives a list, even with one value. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<
    string,
    string | string[]
  >;
  for (const [rawKey, value] of new URLSearchParams(text)) {
    const isList = rawKey.endsWith('[]');
    const key = isList ? rawKey.slice(0, -2) : rawKey;
    const before = query[key];
    if (before === undefined) query[key] = isList ? [value] : value;
    else query[key] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return query;
}
