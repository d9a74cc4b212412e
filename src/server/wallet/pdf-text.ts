// Draws text in a PDF, in any script. Each character uses the first face that has it: Archivo is
// the shop's own face, Noto Sans has Latin, Greek, Cyrillic and Devanagari letters, and Sawarabi
// Gothic has Japanese. PDFKit embeds only the characters that are used.
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import type PdfKit from 'pdfkit';

type Page = InstanceType<typeof PdfKit>;
export type Weight = 'plain' | 'strong';

type Face = { name: string; address: () => string };

const JAPANESE: Face = {
  name: 'japanese',
  address: () =>
    import.meta
      .resolve('@expo-google-fonts/sawarabi-gothic/400Regular/SawarabiGothic_400Regular.ttf'),
};

/** The faces of each weight, in order of preference. Sawarabi Gothic has only one weight. */
const FACES: Record<Weight, [Face, ...Face[]]> = {
  plain: [
    {
      name: 'plain',
      address: () =>
        import.meta.resolve('@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf'),
    },
    {
      name: 'plain of other languages',
      address: () =>
        import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    },
    JAPANESE,
  ],
  strong: [
    {
      name: 'strong',
      address: () => import.meta.resolve('@expo-google-fonts/archivo/700Bold/Archivo_700Bold.ttf'),
    },
    {
      name: 'strong of other languages',
      address: () =>
        import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
    },
    JAPANESE,
  ],
};

/** The height of a line, as a multiple of the text's size. */
export const LINE_HEIGHT = 1.35;
/**
 * The distance from the top of a line to its baseline, as a multiple of the text's size. All faces
 * have this distance, so that they share one baseline.
 */
const RISE = 0.9;

type Run = { text: string; font: string; width: number };
export type TextLine = { runs: Run[]; width: number };

/**
 * Breaks a text into lines no wider than `width` points. If a word is longer than a line, it may be
 * broken at any character.
 */
export function linesOfText(
  page: Page,
  text: string,
  { weight, size, width }: { weight: Weight; size: number; width: number },
): TextLine[] {
  const lines: TextLine[] = [{ runs: [], width: 0 }];
  for (const piece of piecesOf(text)) {
    const runs = runsOf(page, piece, weight, size);
    const broad = widthOf(runs);
    if (lines.at(-1)!.width + broad > width && lines.at(-1)!.width > 0) {
      if (piece === ' ') continue;
      lines.push({ runs: [], width: 0 });
    }
    if (broad <= width) add(lines.at(-1)!, runs);
    else {
      for (const sign of piece) {
        const one = runsOf(page, sign, weight, size);
        if (lines.at(-1)!.width + widthOf(one) > width) lines.push({ runs: [], width: 0 });
        add(lines.at(-1)!, one);
      }
    }
  }
  return lines;
}

/** Draws a line of text. `x` and `y` are its top left corner. */
export function drawTextLine(
  page: Page,
  { runs }: TextLine,
  { x, y, size, ink }: { x: number; y: number; size: number; ink: string },
): void {
  // PDFKit moves the position with each text, so this restores it.
  const before = page.y;
  let at = x;
  for (const { text, font, width } of runs) {
    page.font(font).fontSize(size).fillColor(ink);
    page.text(text, at, y + size * RISE, { lineBreak: false, baseline: 'alphabetic' });
    at += width;
  }
  page.y = before;
}

function add(line: TextLine, runs: Run[]): void {
  line.runs.push(...runs);
  line.width += widthOf(runs);
}

function widthOf(runs: Run[]): number {
  return runs.reduce((total, { width }) => total + width, 0);
}

/**
 * Splits a text into its words and the spaces between them. Japanese may be broken between any two
 * characters.
 */
function piecesOf(text: string): string[] {
  const plain = text.replaceAll(/\s+/gu, ' ');
  return (
    plain.match(
      / |[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]|[^ \u3000-\u30ff\u3400-\u9fff\uff00-\uffef]+/gu,
    ) ?? []
  );
}

/** Splits a text into runs of one face each. */
function runsOf(page: Page, text: string, weight: Weight, size: number): Run[] {
  const runs: { text: string; font: string }[] = [];
  for (const sign of text.normalize('NFC')) {
    const { text: shown, font } = shownAs(page, sign, weight);
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ text: shown, font });
  }
  return runs.map(({ text: shown, font }) => ({
    text: shown,
    font,
    width: page.font(font).fontSize(size).widthOfString(shown),
  }));
}

/**
 * Returns the text and the face with which a character is drawn. If no face has the character, it is drawn without its
 * accents. If no face has it without accents, a question mark replaces it.
 */
function shownAs(page: Page, sign: string, weight: Weight): { text: string; font: string } {
  for (const text of [sign, plainOf(sign)]) {
    const face = text === '' ? undefined : FACES[weight].find((one) => hasSigns(one, text));
    if (face !== undefined) return { text, font: open(page, face) };
  }
  return { text: '?', font: open(page, FACES[weight][0]) };
}

function plainOf(sign: string): string {
  return sign.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}

function hasSigns(face: Face, text: string): boolean {
  const font = fontOf(face);
  return Array.from(text, (sign) => sign.codePointAt(0)!).every((code) =>
    font.hasGlyphForCodePoint(code),
  );
}

/** PDFKit accepts a font that fontkit has parsed, but its types don't say so. */
type FontSource = Parameters<Page['registerFont']>[1];

/** Registers a face on a page, and returns the face's name. */
function open(page: Page, face: Face): string {
  page.registerFont(face.name, fontOf(face) as unknown as FontSource);
  return face.name;
}

const fonts = new Map<string, Font>();

/**
 * Loads a face when the first character needs it, because most receipts need only one face. A
 * loaded face stays in memory, because loading it costs more than a receipt.
 */
function fontOf({ name, address }: Face): Font {
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const font = create(readFileSync(new URL(address()))) as Font;
  fonts.set(name, font);
  return font;
}
