// Tests the colours of the stylesheet. Those that derive from the shop's colour must equal the colours that the
// contrast check uses. All must have enough contrast (WCAG 2: 4.5 for text, 3 for the borders of controls).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contrast, lightOf, OWN_TOKENS, PAIRS, THEMES, type Theme } from '#domain/brand-colour.ts';
import { lightOfHex } from '#domain/oklab.ts';

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

/** Text colours that do not depend on the shop's colour, each with its background. */
const TEXTS: [text: string, ground: string][] = [
  ['on-danger', 'danger'],
  ['on-danger-soft', 'danger-soft'],
  ['on-warn-soft', 'warn-soft'],
  ...['legendary', 'epic', 'rare', 'common'].map((name): [string, string] => [
    `rarity-${name}`,
    `rarity-${name}-soft`,
  ]),
];

test.each(Object.entries(OWN_TOKENS))(
  'the stylesheet has the same %s as the contrast check',
  (name, { light, dark }) => {
    expect(colour(name, 'light')).toEqual(lightOf(light));
    expect(colour(name, 'dark')).toEqual(lightOf(dark));
  },
);

test.each(
  PAIRS.flatMap(({ ink, ground, least, themes }) =>
    themes.map((theme) => ({ ink, ground, least, theme })),
  ),
)(
  '$ink on $ground has a contrast of $least in the $theme theme',
  ({ ink, ground, least, theme }) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least);
  },
);

describe.each(THEMES)('in the %s theme', (theme) => {
  test.each(TEXTS)('%s can be read on %s', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
});

/** Returns the colour of a token as linear red, green and blue. */
function colour(name: string, theme: Theme): number[] {
  const line = new RegExp(`^ {2}--${name}: (.*);$`, 'm').exec(CSS)?.[1];
  if (line === undefined) throw new Error(`No token ${name}`);
  const both = /^light-dark\((.+\)|#\w+), (.+)\)$/.exec(line);
  const value = both === null ? line : theme === 'light' ? both[1]! : both[2]!;
  if (value.startsWith('#')) return lightOfHex(value);
  const [lightness, chroma, hue] = /^oklch\((.+)\)$/.exec(value)![1]!.split(' ').map(Number);
  return lightOf([lightness!, chroma!, hue!]);
}
