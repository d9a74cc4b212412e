// Our own alphabet of strokes, because an SVG shown as an image cannot load a font. Capitals are 10 high, y increases
// downwards, and every stroke is a plain path with round ends.

import { short } from './drawing.ts';

const TRACKING = 2.9;
const SPACE = 3.6;

/** Width and strokes of each letter. A stroke starts at an absolute point and continues in relative steps. */
const GLYPHS: Record<string, readonly [width: number, strokes: string]> = {
  A: [8, 'M0 10l4-10 4 10M1.5 6.5h5'],
  B: [6.7, 'M0 5h3.7a2.5 2.5 0 0 0 0-5h-3.7v10h4a2.5 2.5 0 0 0 0-5'],
  C: [8.6, 'M8.5 1.4a5 5 0 1 0 0 7.2'],
  D: [8, 'M0 0v10h3a5 5 0 0 0 0-10z'],
  E: [5.6, 'M5.6 0h-5.6v10h5.6M0 5h4.8'],
  F: [5.4, 'M5.4 0h-5.4v10M0 5h4.6'],
  G: [9.6, 'M8.5 1.4a5 5 0 1 0 1.5 3.8h-4'],
  H: [7, 'M0 0v10M7 0v10M0 5h7'],
  I: [0, 'M0 0v10'],
  J: [4.4, 'M4.4 0v7.4a2.4 2.4 0 0 1-4.4 1'],
  K: [6.6, 'M0 0v10M6.2 0l-6.2 6.2M2.4 3.9l4.2 6.1'],
  L: [5, 'M0 0v10h5'],
  M: [8.8, 'M0 10v-10l4.4 6.8 4.4-6.8v10'],
  N: [7.4, 'M0 10v-10l7.4 10v-10'],
  O: [10, 'M5 0a5 5 0 1 0 .1 0z'],
  P: [6.6, 'M0 10v-10h3.8a2.8 2.8 0 0 1 0 5.7h-3.8'],
  Q: [10, 'M5 0a5 5 0 1 0 .1 0zM6.2 6.6l3.6 3.8'],
  R: [6.8, 'M0 10v-10h3.8a2.8 2.8 0 0 1 0 5.7h-3.8M3.6 5.7l3.2 4.3'],
  S: [
    6.4,
    'M6 1.7c-.7-1.1-1.7-1.7-2.8-1.7-1.7 0-2.8 1-2.8 2.5 0 3.4 6 1.7 6 5 0 1.5-1.2 2.5-3.1 2.5-1.4 0-2.6-.6-3.3-1.8',
  ],
  T: [7, 'M0 0h7M3.5 0v10'],
  U: [7, 'M0 0v6.4a3.5 3.5 0 0 0 7 0v-6.4'],
  V: [8, 'M0 0l4 10 4-10'],
  W: [12, 'M0 0l3 10 3-8.8 3 8.8 3-10'],
  X: [7, 'M0 0l7 10M7 0l-7 10'],
  Y: [7.4, 'M0 0l3.7 5.2 3.7-5.2M3.7 5.2v4.8'],
  Z: [7, 'M0 0h7l-7 10h7'],
  0: [7, 'M3.5 0a3.5 5 0 1 0 .1 0z'],
  1: [2.6, 'M0 1.8l2.6-1.8v10'],
  2: [6.2, 'M.2 2.7c.2-1.7 1.4-2.7 3-2.7s2.9 1.1 2.9 2.7c0 2.6-4 4.3-6.1 7.3h6.2'],
  3: [
    6.2,
    'M.4 1.9c.5-1.2 1.5-1.9 2.8-1.9 1.6 0 2.7 1 2.7 2.4s-1.2 2.4-3 2.4c2 0 3.3 1 3.3 2.6s-1.3 2.6-3.1 2.6c-1.4 0-2.5-.7-3.1-2',
  ],
  4: [7, 'M5.2 10v-10l-5.2 7h7'],
  5: [
    6.2,
    'M5.6 0h-4.7l-.5 4.6c.7-.6 1.6-.9 2.5-.9 1.9 0 3.3 1.2 3.3 3.1s-1.4 3.2-3.3 3.2c-1.3 0-2.3-.5-2.9-1.5',
  ],
  6: [6.4, 'M4.6 0l-3.9 5M0 6.8a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0'],
  7: [6, 'M0 0h6l-3.6 10'],
  8: [5.8, 'M2.9 0a2.3 2.3 0 1 0 .1 0zM2.9 4.6a2.7 2.7 0 1 0 .1 0z'],
  9: [6.4, 'M1.8 10l3.9-5M0 3.2a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0'],
  '&': [
    8,
    'M8 10l-5.6-6.2c-1.6-1.8-.5-3.8 1.2-3.8 1.6 0 2.5 1.3 2 2.6-.4 1.2-1.9 1.8-3.3 2.6-1.2.7-2.1 1.2-2.1 2.6 0 1.4 1.2 2.2 2.7 2.2 2.3 0 4-1.5 4.7-4',
  ],
  "'": [0, 'M0 0v2.4'],
  '"': [2, 'M0 0v2.4M2 0v2.4'],
  '-': [3.6, 'M0 5.4h3.6'],
  '.': [0, 'M0 9.9h.1'],
  ',': [0.6, 'M.6 9.8l-.7 2'],
  ':': [0, 'M0 3.6h.1M0 9.4h.1'],
  ';': [0.6, 'M.6 3.6h.1M.6 9.6l-.7 2'],
  '!': [0, 'M0 0v6.6M0 9.9h.1'],
  '?': [5.2, 'M0 2.2c.3-1.4 1.3-2.2 2.6-2.2 1.5 0 2.6 1 2.6 2.4 0 2-2.6 2.2-2.6 4.4M2.6 9.9h.1'],
  '/': [4, 'M0 10.8l4-11.6'],
  '(': [2.2, 'M2.2-1c-2.9 3.4-2.9 8.6 0 12'],
  ')': [2.2, 'M0-1c2.9 3.4 2.9 8.6 0 12'],
  '+': [5, 'M0 5.2h5M2.5 2.7v5'],
  '#': [6, 'M2 1l-1 8M5 1l-1 8M0 3.6h6.2M-.2 6.6h6.2'],
  '%': [7, 'M6.6 0l-6 10M1.6 .4a1.5 1.5 0 1 0 .1 0zM5.6 6.6a1.5 1.5 0 1 0 .1 0z'],
  '♀': [5, 'M2.5 0a2.5 2.5 0 1 0 .1 0zM2.5 5v5M.6 7.6h3.8'],
  '♂': [7, 'M2.8 4.2a2.8 2.8 0 1 0 .1 0zM4.8 5.2l2.6-3.8M4.6 1h3v3'],
  '★': [9, 'M4.5 .2l1.3 3.2 3.4.3-2.6 2.2.8 3.4-2.9-1.8-2.9 1.8.8-3.4-2.6-2.2 3.4-.3z'],
  '@': [10, 'M6.9 5a2 2.3 0 1 0 0 .1zM6.9 2.8v3.4c0 1.6 2.9 1.4 2.9-1.4a4.9 4.9 0 1 0-2 4.2'],
  '[': [2.4, 'M2.4-.8h-2.4v11.6h2.4'],
  ']': [2.4, 'M0-.8h2.4v11.6h-2.4'],
  '=': [5, 'M0 3.8h5M0 6.8h5'],
  '*': [4, 'M2 .6v4.4M.1 1.7l3.8 2.2M3.9 1.7l-3.8 2.2'],
  '~': [5, 'M0 5.8c1.4-2.2 2.2-1.6 2.7-.8s1.4 1.2 2.5-.8'],
  $: [
    6.4,
    'M6 2.5c-.7-.9-1.7-1.3-2.8-1.3-1.7 0-2.8.8-2.8 2 0 2.8 6 1.4 6 4.2 0 1.3-1.2 2.1-3.1 2.1-1.4 0-2.6-.5-3.3-1.5M3.2-.4v11',
  ],
  Γ: [5.4, 'M0 10v-10h5.4'],
  Θ: [10, 'M5 0a5 5 0 1 0 .1 0zM2.8 5h4.4'],
  Λ: [8, 'M0 10l4-10 4 10'],
  Ξ: [6, 'M0 0h6M.8 5h4.4M0 10h6'],
  Π: [7, 'M0 10v-10h7v10'],
  Σ: [6.4, 'M6.4 0h-6.2l4 5-4 5h6.2'],
  Φ: [9, 'M4.5 1.8a4.2 3.2 0 1 0 .1 0zM4.5-.2v10.4'],
  Ψ: [8, 'M0 .4v2.6a4 3.8 0 0 0 8 0v-2.6M4 0v10'],
  Ω: [8.8, 'M0 10h2.8c-3.8-3.2-2.6-10 1.6-10s5.4 6.8 1.6 10h2.8'],
  '∞': [10, 'M5 5c-1.6-2.6-5-2.4-5 0s3.4 2.6 5 0 5-2.4 5 0-3.4 2.6-5 0'],
  '◇': [7, 'M3.5 1l3.5 4-3.5 4-3.5-4z'],
  δ: [6, 'M5 .4c-2-.7-3.5 0-3.5 1.3 0 1.9 4.1 2.5 4.1 5.3a2.7 3 0 1 1-2.7-3'],
};

/** Accents above or below a letter, with x 0 at the middle of the letter. */
const MARKS: Record<string, string> = {
  '\u0300': 'M.8-2l-1.8-2',
  '\u0301': 'M-.8-2l1.8-2',
  '\u0302': 'M-1.9-2l1.9-1.9 1.9 1.9',
  '\u0303': 'M-2.1-2.3c1-1.5 1.7-1.2 2.1-.7s1.2.7 2.1-.7',
  '\u0304': 'M-1.8-2.7h3.6',
  '\u0306': 'M-1.8-3.6c.4 1.6 3.2 1.6 3.6 0',
  '\u0307': 'M0-2.8h.1',
  '\u0308': 'M-1.6-2.8h.1M1.6-2.8h.1',
  '\u030a': 'M0-4.4a1.1 1.1 0 1 0 .1 0z',
  '\u030b': 'M-1.6-2l1.1-2M.6-2l1.1-2',
  '\u030c': 'M-1.9-3.9l1.9 1.9 1.9-1.9',
  '\u0309': 'M-.9-3.6a.9.9 0 1 1 1.2.9q-.5.2-.5.8',
  '\u030f': 'M-.6-2l-1.1-2M1.6-2l-1.1-2',
  '\u0311': 'M-1.8-2c.4-1.6 3.2-1.6 3.6 0',
  '\u031b': 'M3.2 .2q1.4-.6 1-2.2',
  '\u0323': 'M0 12.2h.1',
  '\u0326': 'M.3 11.4l-.7 1.8',
  '\u0331': 'M-1.8 12.2h3.6',
  '\u0327': 'M.2 10.4l-.4 1.2c1 0 1.4.6 1.2 1.2-.1.6-.9.9-1.8.7',
  '\u0328': 'M1.2 10c-1.2 1-1 2.4.6 2.4',
};

/** Replacements for letters that Unicode normalization does not split into a base letter and an accent. */
const STAND_INS: Record<string, string> = {
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  ẞ: 'SS',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ħ: 'H',
  Ŧ: 'T',
  Ŋ: 'N',
  ĸ: 'K',
  Ə: 'E',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
  '’': "'",
  '‘': "'",
  '`': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  _: '-',
  '·': '-',
  ʼ: "'",
  ʻ: "'",
  '‚': ',',
  '„': '"',
  '«': '"',
  '»': '"',
  '¡': '!',
  '¿': '?',
  '꞉': ':',
  '⁄': '/',
  '\\': '/',
  '{': '(',
  '}': ')',
  '☆': '★',
  '♢': '◇',
  Δ: 'δ',
  '×': 'X',
  '®': '',
  '™': '',
  '©': '',
};

type Stroke = readonly [x: number, y: number, rest: string];

function strokesOf(path: string): Stroke[] {
  return [...path.matchAll(/M(-?[\d.]+)[ ]?(-?[\d.]+)([^M]*)/g)].map((match) => [
    Number(match[1]),
    Number(match[2]),
    match[3] as string,
  ]);
}

interface Glyph {
  width: number;
  strokes: readonly Stroke[];
}

const PARSED_GLYPHS = new Map<string, Glyph>(
  Object.entries(GLYPHS).map(([sign, [width, path]]) => [
    sign,
    { width, strokes: strokesOf(path) },
  ]),
);
const PARSED_MARKS = new Map<string, readonly Stroke[]>(
  Object.entries(MARKS).map(([mark, path]) => [mark, strokesOf(path)]),
);

/** Every letter, sign and accent of the alphabet. */
export const SIGNS = [...PARSED_GLYPHS.keys(), ...PARSED_MARKS.keys()];

/** Replaces each sign that the alphabet lacks, so that the reader of a name sees that something is missing. */
const UNKNOWN = '◇';

/**
 * Converts the text to signs that the alphabet can draw: capitals, single spaces, and accents after their letters. A
 * run of unknown signs becomes one lozenge. Control characters, and accents that follow no letter, are removed.
 */
export function drawableText(text: string): string {
  const standIn = (signs: string): string =>
    signs.replace(/[^A-Z0-9 ]/gu, (sign) => STAND_INS[sign] ?? sign);
  const capitals = text.replaceAll('ß', 'ẞ').toUpperCase();
  let out = '';
  for (const sign of standIn(standIn(capitals).normalize('NFKD').toUpperCase())) {
    if (/\s/u.test(sign)) out += ' ';
    else if (PARSED_GLYPHS.has(sign)) out += sign;
    else if (PARSED_MARKS.has(sign)) {
      if (out !== '' && !out.endsWith(' ')) out += sign;
    } else if (!/[\p{M}\p{C}]/u.test(sign) && !out.endsWith(UNKNOWN)) out += UNKNOWN;
  }
  return out.replace(/ +/g, ' ').trim();
}

/** Returns the width of a line in alphabet units. `text` must come from `drawableText`. */
export function lineWidth(text: string): number {
  let width = 0;
  let signs = 0;
  for (const sign of text) {
    if (PARSED_MARKS.has(sign)) continue;
    width += sign === ' ' ? SPACE : (PARSED_GLYPHS.get(sign)?.width ?? 0);
    signs += 1;
  }
  return width + Math.max(0, signs - 1) * TRACKING;
}

/** Returns the path data of one line in alphabet units. The line starts at x 0. */
function linePath(text: string): string {
  let path = '';
  let x = 0;
  let middle = 0;
  const add = (strokes: readonly Stroke[], shift: number): void => {
    for (const [strokeX, strokeY, rest] of strokes) {
      const y = short(strokeY);
      path += `M${short(shift + strokeX)}${y.startsWith('-') ? '' : ' '}${y}${rest}`;
    }
  };
  for (const sign of text) {
    const mark = PARSED_MARKS.get(sign);
    if (mark) {
      add(mark, middle);
    } else if (sign === ' ') {
      x += SPACE + TRACKING;
    } else {
      const glyph = PARSED_GLYPHS.get(sign) as Glyph;
      add(glyph.strokes, x);
      middle = x + glyph.width / 2;
      x += glyph.width + TRACKING;
    }
  }
  return path;
}

interface LineOptions {
  x: number;
  /** The y of the line on which the letters stand. */
  baseline: number;
  scale: number;
  anchor: 'left' | 'middle' | 'right';
  /** Extra attributes, such as a colour and `stroke-width` in alphabet units. */
  attributes: string;
}

/** Returns one line of text as a path. Returns an empty string if the text has nothing that can be drawn. */
export function letterLine(text: string, options: LineOptions): string {
  const line = drawableText(text);
  if (line === '') return '';
  const width = lineWidth(line) * options.scale;
  const shift = { left: 0, middle: width / 2, right: width }[options.anchor];
  const x = Math.round((options.x - shift) * 10) / 10;
  const y = Math.round((options.baseline - 10 * options.scale) * 10) / 10;
  const scale = Math.round(options.scale * 1000) / 1000;
  return `<path transform="translate(${x} ${y})scale(${scale})" fill="none" stroke-linecap="round" stroke-linejoin="round" ${options.attributes} d="${linePath(line)}"/>`;
}

/** Returns the largest scale, up to `largest`, at which every line fits into the width `room`. */
export function fittingScale(lines: readonly string[], room: number, largest: number): number {
  const widest = Math.max(1, ...lines.map(lineWidth));
  return Math.min(largest, room / widest);
}

const JOINING_WORDS = /^(OF|THE|AND|A|AN|IN|TO|FOR|ON|&|DE|LA|LE)$/;

/**
 * Breaks the text into `count` lines of similar width. Prefers to break after a colon, and avoids a break after words
 * such as "of".
 */
export function splitIntoLines(text: string, count: number): string[] {
  const words = text.split(' ');
  if (count <= 1 || words.length < 2) return [text];
  let best: string[] = [text];
  let bestCost = Number.POSITIVE_INFINITY;
  const visit = (from: number, left: number, done: string[]): void => {
    if (left === 1) {
      const lines = [...done, words.slice(from).join(' ')];
      const cost = breakCost(lines);
      if (cost < bestCost) {
        best = lines;
        bestCost = cost;
      }
      return;
    }
    for (let to = from + 1; to <= words.length - left + 1; to += 1) {
      visit(to, left - 1, [...done, words.slice(from, to).join(' ')]);
    }
  };
  visit(0, Math.min(count, words.length), []);
  return best;
}

function breakCost(lines: readonly string[]): number {
  let cost = Math.max(...lines.map(lineWidth));
  for (const line of lines.slice(0, -1)) {
    const last = line.split(' ').at(-1) as string;
    if (/[:,-]$/.test(last)) cost *= 0.8;
    if (JOINING_WORDS.test(last)) cost *= 1.25;
  }
  return cost;
}
