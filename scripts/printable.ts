/**
 * A text from somebody else as a terminal may have it: control and direction characters, and separators of lines, are escaped.
 * The ends of lines stay where `lines` says that it may have several.
 */
export function printable(text: string, { lines = false }: { lines?: boolean } = {}): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    lines && character === '\n'
      ? character
      : String.raw`\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}
