/**
 * Makes a foreign text safe for a terminal: escapes control and direction characters, and line separators. Line
 * breaks stay if `lines` is true.
 */
export function printable(text: string, { lines = false }: { lines?: boolean } = {}): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    lines && character === '\n'
      ? character
      : String.raw`\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
