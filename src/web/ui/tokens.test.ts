// What can be read on what, measured in both themes (WCAG 2: 4.5 for text, 3 for edges of controls).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const PAGE = ['bg', 'surface', 'surface-2'];
const STAGE = ['stage-0', 'stage-1'];

const TEXTS: [text: string, ground: string][] = [
  ...['text', 'text-2', 'text-3', 'brand', 'danger'].flatMap((text) =>
    PAGE.map((ground): [string, string] => [text, ground]),
  ),
  // A disabled button: why it is disabled must be readable too.
  ['text-3', 'surface-3'],
  ['text', 'brand-soft'],
  ['text', 'surface-3'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-danger', 'danger'],
  ['on-brand-soft', 'brand-soft'],
  ['on-danger-soft', 'danger-soft'],
  ['on-warn-soft', 'warn-soft'],
  ...['legendary', 'epic', 'rare', 'common'].map((name): [string, string] => [
    `rarity-${name}`,
    `rarity-${name}-soft`,
  ]),
];
const EDGES = ['line-strong', 'focus', 'danger', 'brand'];

describe.each(THEMES)('in the %s theme', (theme) => {
  test.each(TEXTS)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(EDGES.flatMap((edge) => PAGE.map((ground) => [edge, ground] as const)))(
    'an edge in %s can be seen on %s',
    (edge, ground) => {
      expect(contrast(colour(edge, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3);
    },
  );
});

// The stage is dark in both themes, with the dark theme's inks on it.
test.each(['text', 'text-2', 'brand', 'focus'].flatMap((ink) => STAGE.map((at) => [ink, at])))(
  'on the stage %s can be read on %s',
  (ink, ground) => {
    expect(contrast(colour(ink!, 'dark'), colour(ground!, 'dark'))).toBeGreaterThanOrEqual(4.5);
  },
);

/** A token's linear red, green and blue. */
function colour(name: string, theme: Theme): number[] {
  const line = new RegExp(`^ {2}--${name}: (.*);$`, 'm').exec(CSS)?.[1];
  if (line === undefined) throw new Error(`No token ${name}`);
  const both = /^light-dark\((.+\)|#\w+), (.+)\)$/.exec(line);
  const value = both === null ? line : theme === 'light' ? both[1]! : both[2]!;
  if (value.startsWith('#')) return fromHex(value);
  const [lightness, chroma, hue] = /^oklch\((.+)\)$/.exec(value)![1]!.split(' ').map(Number);
  return fromOklch(lightness!, chroma!, hue!);
}

function fromHex(hex: string): number[] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

function fromOklch(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(Math.max(part, 0), 1));
}

function contrast(one: number[], other: number[]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance([red, green, blue]: number[]): number {
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
