// The words of a card's name, and tests for them.

/** The plain lower-case words of a name, without accents. */
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
 * Whether a word is on the list. A listed word matches itself and its plural. With a star it matches every word that
 * begins with it: "volcan*" matches "volcanic", but "raven" does not match "ravenous".
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
