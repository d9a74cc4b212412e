// Copies each field of a response to its alternative names, because another server with the same API may name the field
// differently (docs/product.md §14).

/**
 * For each field: the alternative fields whose value it takes if it is missing. Spellings (snake_case, camelCase) are
 * handled separately.
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

/** The reverse of `NAMESAKES`: for each name, the fields that take its value if they are missing. */
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
