// Derives the colour tokens of both themes from one brand colour. Measures the contrast of every pair of colours (WCAG
// 2), so that a faint colour is refused before anybody has to read text in it.

import { hexOfLight, isShowable, lchOfHex, lightOfLch } from './oklab.ts';

/** A colour in OKLCH: lightness (0 to 1), chroma, hue (degrees). */
type Shade = readonly [lightness: number, chroma: number, hue: number];
type Both = { light: Shade; dark: Shade };

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The colour behind `web/ui/tokens.css`. A shop of this colour needs no extra style. */
export const STYLESHEET_COLOUR = '#096244';
const OWN_CHROMA = 0.092;
const OWN_HUE = 163;

const both = (light: Shade, dark: Shade = light): Both => ({ light, dark });

/** The slightly tinted greys, and the table (`stage`) on which packs lie. */
const TINTS = {
  bg: both([0.985, 0.003, 165], [0.165, 0.012, 170]),
  surface: both([1, 0, 0], [0.205, 0.013, 170]),
  'surface-2': both([0.962, 0.005, 165], [0.245, 0.014, 170]),
  'surface-3': both([0.93, 0.007, 165], [0.29, 0.015, 170]),
  line: both([0.905, 0.007, 165], [0.31, 0.014, 170]),
  'line-strong': both([0.62, 0.014, 168], [0.56, 0.016, 168]),
  text: both([0.21, 0.02, 170], [0.965, 0.004, 165]),
  'text-2': both([0.43, 0.018, 170], [0.79, 0.012, 167]),
  'text-3': both([0.515, 0.016, 170], [0.68, 0.014, 167]),
  'stage-0': both([0.15, 0.024, 170]),
  'stage-1': both([0.225, 0.042, 167]),
  'stage-2': both([0.36, 0.068, 164]),
} as const satisfies Record<string, Both>;

/** The brand colour, the colours beside it, and the colours on it. */
const BRANDS = {
  brand: both([0.44, 0.092, 163], [0.8, 0.135, 163]),
  'brand-hover': both([0.385, 0.082, 163], [0.85, 0.135, 163]),
  'on-brand': both([0.99, 0.01, 163], [0.18, 0.035, 165]),
  'brand-soft': both([0.945, 0.03, 163], [0.275, 0.045, 165]),
  'on-brand-soft': both([0.36, 0.075, 163], [0.88, 0.09, 163]),
  focus: both([0.44, 0.092, 163], [0.86, 0.14, 163]),
} as const satisfies Record<string, Both>;

/** The colour of danger is the same for every brand colour, but must be visible on the tinted greys. */
const DANGER = both([0.505, 0.185, 27], [0.72, 0.15, 25]);

type Token = keyof typeof TINTS | keyof typeof BRANDS | 'danger';
export type Tokens = Record<Token, Both>;

/** The tokens of the stylesheet itself. */
export const OWN_TOKENS: Tokens = { ...TINTS, ...BRANDS, danger: DANGER };

/**
 * Two colours that need a contrast of at least `least`, because `ink` is read or seen on `ground`. The `stage` is
 * dark in both themes, so it uses the dark theme's colours.
 */
type Pair = { ink: Token; ground: Token; least: number; themes: readonly Theme[] };

const PAGE = ['bg', 'surface', 'surface-2'] as const;
const READ = 4.5;
const SEEN = 3;
const pairs = (
  inks: readonly Token[],
  grounds: readonly Token[],
  least: number,
  themes: readonly Theme[] = THEMES,
): Pair[] => inks.flatMap((ink) => grounds.map((ground) => ({ ink, ground, least, themes })));

export const PAIRS: readonly Pair[] = [
  ...pairs(['on-brand'], ['brand', 'brand-hover'], READ),
  ...pairs(['brand', 'text', 'text-2', 'text-3', 'danger'], PAGE, READ),
  // The text of disabled buttons says why they are disabled, so it must be readable too.
  ...pairs(['text-3', 'text'], ['surface-3'], READ),
  ...pairs(['text', 'on-brand-soft'], ['brand-soft'], READ),
  ...pairs(['line-strong', 'focus', 'danger', 'brand'], PAGE, SEEN),
  ...pairs(['text', 'text-2', 'brand', 'focus'], ['stage-0', 'stage-1'], READ, ['dark']),
];

/** The tokens that follow from a colour (`#rrggbb`). The light theme uses the chosen colour unchanged. */
export function tokensOf(colour: string): Tokens {
  if (colour.toLowerCase() === STYLESHEET_COLOUR) return OWN_TOKENS;
  const chosen = lchOfHex(colour);
  const [lightness, chroma, hue] = chosen;
  const strength = chroma / OWN_CHROMA;
  // A strong colour must not tint the greys more than the stylesheet's colour does.
  const tint = Math.min(strength, 1);
  const wash = Math.min(strength, 1.3);
  const turned = ([l, c, h]: Shade, by: number): Shade =>
    intoGamut([l, c * by, (hue + h - OWN_HUE + 360) % 360]);
  const follow = <Names extends string>(tokens: Record<Names, Both>, by: number) =>
    Object.fromEntries(
      Object.entries<Both>(tokens).map(([name, { light, dark }]) => [
        name,
        both(turned(light, by), turned(dark, by)),
      ]),
    ) as Record<Names, Both>;
  const brands = follow(BRANDS, wash);
  const hover = intoGamut([Math.max(lightness - 0.055, 0), chroma * 0.89, hue]);
  return {
    ...follow(TINTS, tint),
    ...brands,
    brand: both(chosen, brands.brand.dark),
    'brand-hover': both(hover, brands['brand-hover'].dark),
    focus: both(chosen, brands.focus.dark),
    danger: DANGER,
  };
}

/** A pair whose contrast is too low, with the measured `ratio`. */
export type Faint = { theme: Theme; ink: Token; ground: Token; ratio: number; least: number };

export function faintPairs(tokens: Tokens): Faint[] {
  return PAIRS.flatMap(({ ink, ground, least, themes }) =>
    themes.flatMap((theme) => {
      const ratio = contrast(lightOf(tokens[ink][theme]), lightOf(tokens[ground][theme]));
      return ratio < least ? [{ theme, ink, ground, ratio, least }] : [];
    }),
  );
}

/** Why a colour can't be the shop's colour, in words. Null if it can be. */
export function colourProblem(colour: string): string | null {
  const [worst, ...others] = faintPairs(tokensOf(colour)).toSorted(
    (a, b) => a.ratio / a.least - b.ratio / b.least,
  );
  if (worst === undefined) return null;
  const { theme, ink, ground, ratio, least } = worst;
  const more = others.length === 0 ? '' : ` ${others.length} more pairs are too faint.`;
  return `In the ${theme} theme ${WORDS[ink]} on ${WORDS[ground]} (${ink} on ${ground}) has a contrast of ${ratio.toFixed(1)}, and needs ${least}.${more} Choose a ${theme === 'light' ? 'darker' : 'different'} colour.`;
}

const WORDS: Record<Token, string> = {
  bg: 'the page',
  surface: 'a card',
  'surface-2': 'a quiet panel',
  'surface-3': 'a disabled button',
  line: 'a line',
  'line-strong': 'the edge of a field',
  text: 'text',
  'text-2': 'quiet text',
  'text-3': 'the quietest text',
  'stage-0': 'the edge of the stage',
  'stage-1': 'the stage',
  'stage-2': 'the middle of the stage',
  brand: 'the colour itself',
  'brand-hover': 'a button under the pointer',
  'on-brand': 'the text of a button',
  'brand-soft': 'a soft ground',
  'on-brand-soft': 'text of the colour',
  focus: 'the ring around what is chosen',
  danger: 'a warning',
};

/** CSS that replaces the stylesheet's colour by another. Null if the colour is the stylesheet's own. */
export function themeStyle(colour: string): string | null {
  const tokens = tokensOf(colour);
  if (tokens === OWN_TOKENS) return null;
  const lines = Object.entries(tokens)
    .filter(([name]) => name !== 'danger')
    .map(([name, { light, dark }]) => `--${name}:light-dark(${write(light)},${write(dark)})`);
  // `:root` is written twice, so that this rule wins even if it comes before the stylesheet.
  return `:root:root{${lines.join(';')}}`;
}

function write([lightness, chroma, hue]: Shade): string {
  return `oklch(${round(lightness)} ${round(chroma)} ${round(hue)})`;
}

function round(part: number): number {
  return Math.round(part * 10_000) / 10_000;
}

/** A token's colour as `#rrggbb`, for readers that know no other form. */
export function hexOfShade([lightness, chroma, hue]: Shade): string {
  return hexOfLight(lightOfLch(lightness, chroma, hue));
}

/** The contrast of two colours given as linear red, green and blue, by WCAG 2. */
export function contrast(one: readonly number[], other: readonly number[]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance([red, green, blue]: readonly number[]): number {
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Linear red, green and blue, clipped to the colours that a screen can show. */
export function lightOf([lightness, chroma, hue]: Shade): number[] {
  return lightOfLch(lightness, chroma, hue).map((part) => Math.min(Math.max(part, 0), 1));
}

/** Lowers the chroma until a screen can show the colour. */
function intoGamut([lightness, chroma, hue]: Shade): Shade {
  let shown = chroma;
  while (shown > 0.0001 && !isShowable(lightOfLch(lightness, shown, hue))) shown *= 0.96;
  return [lightness, shown, hue];
}
