/** A text with fewer hexadecimal digits is not searched for as the beginning of an id. */
const DIGITS_LEAST = 4;

/**
 * The smallest and the largest id that begin with a text, with or without hyphens. Null if no id
 * begins so, or if the text is too short to mean one.
 */
export function idRange(text: string, least = DIGITS_LEAST): { from: string; to: string } | null {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (digits.length < least || !/^[0-9a-f]{1,32}$/.test(digits)) return null;
  return { from: digits.padEnd(32, '0'), to: digits.padEnd(32, 'f') };
}
