// The fields of an answer under the other names that they may have: the shop sends one of them, another server that
// speaks the same API may send the other (docs/product.md §14).

/** Pairs that are not one name in two spellings. */
const NAMESAKES: Record<string, readonly string[]> = {
  card_count: ['expectedCardCount'],
  packImageUrl: ['image'],
  image: ['imageUrl', 'packImageUrl'],
  imageUrl: ['image'],
  cards: ['cardsReceived'],
  value: ['currentPrice'],
  account_balance: ['credits'],
};

/** The names that each name of a field stands for too. */
const OTHERS = new Map<string, string[]>();
for (const [ours, theirs] of Object.entries(NAMESAKES)) {
  for (const name of theirs) OTHERS.set(name, [...(OTHERS.get(name) ?? []), ours]);
}

/** An answer with each of its fields under all its names; a name that is there keeps what it says. */
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
