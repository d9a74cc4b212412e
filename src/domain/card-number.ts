// The number of a real card, as its sleeve's label has it: its pack's certification number and its place in the pack.

export type CardNumber = { certification: string; position: number };

/**
 * Writes `C-1049-3` for certification `C-1049` and position 3. A certification may contain hyphens, so the last hyphen
 * is before the position.
 */
export function writeCardNumber({ certification, position }: CardNumber): string {
  return `${certification}-${position}`;
}

const FORM = /^(.+)-([1-9]\d{0,3})$/;

/** Reads a number as a person types or a scanner sends it. Null if the text is no card number. */
export function readCardNumber(text: string): CardNumber | null {
  const [, certification, position] = FORM.exec(text.trim()) ?? [];
  if (certification === undefined || position === undefined) return null;
  return { certification: certification.trim(), position: Number(position) };
}
