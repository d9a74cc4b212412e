// Copies the fields of a response to alternative names. Other servers with the same API may use other names for the
// same field (docs/product.md §14).

/**
 * Each field name with the names from which it is also filled. Spellings (snake_case, camelCase) are handled
 * separately.
 */
const NAMESAKES: Record<string, readonly string[]> = {
  card_count: ['expectedCardCount'],
  packImageUrl: ['image'],
  image: ['imageUrl', 'packImageUrl'],
  imageUrl: ['image'],
  cards: ['cardsReceived'],
  value: ['currentPrice'],
  account_balance: ['credits'],
};

/** The reverse of `NAMESAKES`: for each name, the fields that are filled from it. */
const OTHERS = new Map<string, string[]>();
for (const [ours, theirs] of Object.entries(NAMESAKES)) {
  for (const name of theirs) OTHERS.set(name, [...(OTHERS.get(name) ?? []), ours]);
}

/** Copies each field of a response to its other names and spellings. An existing field keeps its value. */
export function withOtherNames(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withOtherNames);
  if (data === null || typeof data !== 'object') return data;
  const fields = Object.entries(data).map(
    ([name, value]) => [name, withOtherNames(value)] as const,
  );
  const added = fields.flatMap(([name, value]) =>
    [inSnakeCase(name), inCamelCase(name)]
      .flatMap((spelling) => [spelling, ...(OTHERS.get(spelling) ?? [])])
      .map((other) => [other, value] as const),
  );
  return { ...Object.fromEntries(added), ...Object.fromEntries(fields) };
}

function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}
