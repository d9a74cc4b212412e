// Splits a card's name into words, and tests whether words are on a list.

/** Returns the words of a name in lower case, without accents. */
export function nameWords(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const PATTERNS = new Map<string, RegExp>();

/**
 * Returns whether one of the words is on the list. A listed word matches itself and its plural. A listed word with a
 * star matches every word that begins with it: "volcan*" matches "volcanic", but "raven" does not match "ravenous".
 */
export function wordsSay(words: readonly string[], list: string): boolean {
  let pattern = PATTERNS.get(list);
  if (!pattern) {
    const parts = list
      .split(' ')
      .map((word) => (word.endsWith('*') ? `${word.slice(0, -1)}.*` : `${word}(?:s|es)?`));
    pattern = new RegExp(`^(?:${parts.join('|')})$`);
    PATTERNS.set(list, pattern);
  }
  return words.some((word) => (pattern as RegExp).test(word));
}
