// The words of a card's name, and what they say.

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
 * True when a word is on the list. The list's words stand for themselves and their plural; with a
 * star, for everything that begins so ("raven" is not "ravenous", "volcan*" is "volcanic").
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
