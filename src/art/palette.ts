// Derives the inks of one picture, five to seven colours, from two hues and a time of day (mood).

import type { GameStyle, Mood, Scheme } from '#domain/game.ts';
import {
  hexOfLight,
  isShowable,
  labOfHex,
  lchOfHex,
  lightOfLab,
  lightOfLch,
} from '#domain/oklab.ts';
import { isOnArc, type HueArc } from './name-light.ts';
import type { Random } from './random.ts';

type LightAndChroma = readonly [lightness: number, chroma: number];

interface MoodInks {
  skyTop: LightAndChroma;
  skyBottom: LightAndChroma;
  sun: LightAndChroma;
  far: LightAndChroma;
  near: LightAndChroma;
  ink: LightAndChroma;
  highlight: LightAndChroma;
  accent: LightAndChroma;
}

function moodInks(...inks: LightAndChroma[]): MoodInks {
  const [skyTop, skyBottom, sun, far, near, ink, highlight, accent] = inks as [
    LightAndChroma,
    LightAndChroma,
    LightAndChroma,
    LightAndChroma,
    LightAndChroma,
    LightAndChroma,
    LightAndChroma,
    LightAndChroma,
  ];
  return { skyTop, skyBottom, sun, far, near, ink, highlight, accent };
}

const INKS_OF_MOODS: Record<Mood, MoodInks> = {
  day: moodInks(
    [0.74, 0.11],
    [0.94, 0.07],
    [0.98, 0.05],
    [0.8, 0.12],
    [0.32, 0.085],
    [0.23, 0.06],
    [0.96, 0.08],
    [0.69, 0.19],
  ),
  dawn: moodInks(
    [0.7, 0.12],
    [0.91, 0.09],
    [0.97, 0.06],
    [0.72, 0.11],
    [0.29, 0.09],
    [0.22, 0.06],
    [0.96, 0.07],
    [0.7, 0.18],
  ),
  dusk: moodInks(
    [0.36, 0.13],
    [0.8, 0.13],
    [0.95, 0.08],
    [0.58, 0.13],
    [0.2, 0.07],
    [0.16, 0.05],
    [0.93, 0.09],
    [0.72, 0.18],
  ),
  deep: moodInks(
    [0.28, 0.09],
    [0.66, 0.12],
    [0.94, 0.06],
    [0.5, 0.11],
    [0.19, 0.06],
    [0.15, 0.045],
    [0.92, 0.08],
    [0.75, 0.15],
  ),
  ember: moodInks(
    [0.25, 0.09],
    [0.74, 0.17],
    [0.95, 0.09],
    [0.5, 0.16],
    [0.18, 0.06],
    [0.14, 0.045],
    [0.93, 0.11],
    [0.76, 0.17],
  ),
  night: moodInks(
    [0.19, 0.06],
    [0.46, 0.12],
    [0.93, 0.09],
    [0.38, 0.11],
    [0.15, 0.05],
    [0.12, 0.035],
    [0.9, 0.11],
    [0.78, 0.15],
  ),
};

/** Schemes for names that require a light, if the game's own schemes don't have it (choice 1016). */
const LENT_SCHEMES: readonly Scheme[] = [
  [285, 35, 'dusk'],
  [25, 80, 'dawn'],
  [205, 120, 'day'],
  [320, 20, 'dusk'],
  [245, 190, 'deep'],
  [12, 62, 'ember'],
  [195, 140, 'deep'],
  [262, 60, 'dusk'],
  [275, 20, 'dusk'],
  [235, 165, 'deep'],
  [300, 250, 'night'],
  [330, 40, 'dusk'],
  [200, 155, 'deep'],
  [248, 95, 'day'],
  [215, 150, 'day'],
  [345, 65, 'dawn'],
  [185, 115, 'day'],
  [265, 215, 'deep'],
  [300, 355, 'dawn'],
  [30, 88, 'dawn'],
  [165, 95, 'day'],
  [292, 75, 'night'],
  [268, 335, 'night'],
  [215, 180, 'night'],
  [18, 68, 'ember'],
  [255, 300, 'night'],
  [190, 150, 'night'],
  [350, 45, 'ember'],
  [280, 85, 'night'],
];

/** Returns the colour of a figure in OKLCH. Figures are large and flat, so mustard becomes amber or burnt orange. */
function figureInk(lightness: number, chroma: number, hue: number): [number, number, number] {
  if (hue < 58 || hue > 134 || lightness >= 0.88) return [lightness, chroma, hue];
  if (lightness < 0.62) return [lightness, chroma, 44];
  return [Math.max(0.76, lightness), Math.max(0.14, chroma), 62 + (hue - 62) * 0.28];
}

/** Inks by their use in the picture. Every colour is `#rrggbb`. */
export interface Palette {
  dark: boolean;
  shadowHue: number;
  lightHue: number;
  skyTop: string;
  /** The colour between `skyTop` and `skyBottom`, along the hue circle. A mix of opposite hues would be grey. */
  skyMiddle: string;
  skyBottom: string;
  sun: string;
  /** The colour of sunlight in the air: the rays and the rim of the glow. */
  ray: string;
  far: string;
  near: string;
  ink: string;
  highlight: string;
  /** `accent`: the colour of the subject. `contrast`: a colour that stands out against the subject. */
  accent: string;
  contrast: string;
  /** The paper colour of a common card. */
  paper: string;
  /** Returns the ink of a layer by its depth: 0 is the farthest layer, 1 the nearest. */
  layer: (depth: number) => string;
  /** Returns a colour in the light hue of this picture, shifted by `hueShift`. The colour is never olive. */
  tone: (lightness: number, chroma: number, hueShift?: number) => string;
}

/** Converts OKLCH to `#rrggbb`. If sRGB does not have the colour, reduces the chroma until it does. */
export function oklch(lightness: number, chroma: number, hue: number): string {
  let clipped = chroma;
  let light = lightOfLch(lightness, 0, hue);
  for (let step = 0; step < 60; step += 1) {
    light = lightOfLch(lightness, clipped, hue);
    if (isShowable(light)) break;
    clipped *= 0.93;
  }
  return hexOfLight(light);
}

/** Mixes two inks in OKLab. A `share` of 0 gives `from`, a `share` of 1 gives `to`. */
export function mix(from: string, to: string, share: number): string {
  const start = labOfHex(from);
  const end = labOfHex(to);
  const at = (i: 0 | 1 | 2): number => start[i] + (end[i] - start[i]) * share;
  return hexOfLight(lightOfLab(at(0), at(1), at(2)));
}

/** Returns a darker ink. Yellow becomes burnt orange, because a mix of amber with blue or green would be olive. */
export function shade(colour: string, amount: number): string {
  const [lightness, chroma, hue] = lchOfHex(colour);
  const turned = hue > 50 && hue < 134 ? hue + (44 - hue) * Math.min(1, amount * 2.4) : hue;
  return oklch(lightness * (1 - amount * 0.82), chroma * (1 - amount * 0.4), turned);
}

/** Returns a hue on the shorter way between two hues; between blue and yellow, on the way over red, not over olive. */
function hueBetween(from: number, to: number, share: number): number {
  const shorter = ((to - from + 540) % 360) - 180;
  const [blue, yellow] = from > to ? [from, to] : [to, from];
  const isOverOlive = isYellowish(yellow) && blue >= 230 && blue - yellow < 180;
  const turn = isOverOlive ? shorter - 360 * Math.sign(shorter) : shorter;
  return (from + turn * share + 720) % 360;
}

function isYellowish(hue: number): boolean {
  return hue >= 58 && hue <= 124;
}

/** The hue of light on green shadows (choice 1092). */
const GREEN_LIGHT = 150;

/** Whether the way from green shadows to a yellow light is olive, as the sky and the hills between them would be. */
function wouldMixToOlive(shadowHue: number, lightHue: number): boolean {
  return isYellowish(lightHue) && shadowHue > 110 && shadowHue < 230;
}

/** Replaces a dark yellow, which would look olive, by amber. A very dark yellow is replaced by the shadow hue. */
function withoutOlive(
  lightness: number,
  chroma: number,
  hue: number,
  shadowHue: number,
): [number, number, number] {
  if (!isYellowish(hue) || lightness >= 0.72) return [lightness, chroma, hue];
  if (lightness < 0.6) return [lightness, chroma, isYellowish(shadowHue) ? 35 : shadowHue];
  return [0.72, Math.max(chroma, 0.135), 62 + (hue - 62) * 0.3];
}

/** Returns the schemes without repetitions, the first of equal ones. */
function distinct(schemes: readonly Scheme[]): Scheme[] {
  return [...new Map(schemes.map((scheme) => [scheme.join(), scheme])).values()];
}

/**
 * Returns the style's schemes. `light`: hues that the name requires. If the style has fewer than two schemes with these
 * hues, lent schemes are used too.
 */
function schemesFor({ schemes }: GameStyle, light: HueArc | undefined): readonly Scheme[] {
  if (!light) return schemes;
  const isLit = ([, hue]: Scheme): boolean => isOnArc(hue, light);
  const lit = schemes.filter(isLit);
  if (lit.length >= 2) return lit;
  const all = distinct([...LENT_SCHEMES, ...lit]).filter(isLit);
  return all.length > 0 ? all : schemes;
}

/** Two hues and a time of day. */
export type Light = Scheme;

interface LightChoice {
  style: GameStyle;
  /** Index into the list of lights, modulo its length. Consecutive indexes give neighbours different lights. */
  index: number;
  isDark: boolean;
  /** Hues of light that the card's name requires. */
  hues: HueArc | undefined;
}

/**
 * Other times of day for the same two hues. If a name requires a light, few pairs of hues fit it, so cards with such
 * names vary in the time of day.
 */
const OTHER_MOODS: Record<Mood, readonly [Mood, Mood, Mood]> = {
  day: ['dawn', 'dusk', 'night'],
  dawn: ['day', 'deep', 'night'],
  dusk: ['deep', 'night', 'ember'],
  deep: ['dusk', 'night', 'ember'],
  ember: ['dusk', 'night', 'deep'],
  night: ['deep', 'dusk', 'ember'],
};

/** Returns the time of day for a foil card. It is never one with a pale sky, which foil would wash out. */
function afterSunset(mood: Mood): Mood {
  if (mood === 'day') return 'deep';
  return mood === 'dawn' ? 'dusk' : mood;
}

/**
 * Chooses the light of a card. All rarities use the same list of hue pairs, so neighbours get different pairs even if
 * one of the neighbours is rare. Foil cards get their pair at a time of day after sunset.
 */
export function chooseLight({ style, index, isDark, hues }: LightChoice): Light {
  const lit = hues
    ? distinct([...style.schemes, ...LENT_SCHEMES]).filter(([, hue]) => isOnArc(hue, hues))
    : [];
  const list = lit.length > 0 ? lit : style.schemes;
  const [shadow, light, mood] = list[index % list.length] as Scheme;
  const first = isDark ? afterSunset(mood) : mood;
  if (lit.length === 0) return [shadow, light, first];
  const round = Math.floor(index / list.length);
  return [shadow, light, OTHER_MOODS[first][round % 3] as Mood];
}

interface PaletteChoice {
  style: GameStyle;
  /** Index into the list of schemes, modulo its length. Consecutive indexes give neighbours different schemes. */
  index: number;
  light?: HueArc | undefined;
}

/** Chooses the inks of one pack. */
export function makePalette(choice: PaletteChoice, random: Random): Palette {
  const schemes = schemesFor(choice.style, choice.light);
  return inksOf(schemes[Math.abs(choice.index) % schemes.length] as Scheme, random);
}

export function inksOf([shadow, light, mood]: Light, random: Random): Palette {
  const inks = INKS_OF_MOODS[mood];
  const shadowHue = (shadow + random.range(-10, 10) + 360) % 360;
  const wantedHue = (light + random.range(-10, 10) + 360) % 360;
  const lightHue = wouldMixToOlive(shadowHue, wantedHue) ? GREEN_LIGHT : wantedHue;
  const accentHue = random.chance(0.5) ? lightHue : (lightHue + 150) % 360;
  const contrastHue = (accentHue + (accentHue === lightHue ? 150 : 210)) % 360;

  const colour = (at: LightAndChroma, hue: number): string =>
    oklch(...withoutOlive(at[0], at[1], hue, shadowHue));

  const layer = (depth: number): string => {
    const lightness = inks.far[0] + (inks.near[0] - inks.far[0]) * depth;
    const chroma = inks.far[1] + (inks.near[1] - inks.far[1]) * depth;
    const hue = hueBetween(lightHue, shadowHue, 0.25 + 0.75 * depth);
    return colour([lightness, chroma], hue);
  };

  const skyBottom = withoutOlive(inks.skyBottom[0], inks.skyBottom[1], lightHue, shadowHue);
  const middleHue = hueBetween(shadowHue, skyBottom[2], 0.5);
  const middleLight = inks.skyTop[0] * 0.55 + skyBottom[0] * 0.45;
  const figure = (at: LightAndChroma, hue: number): string =>
    oklch(...figureInk(at[0], at[1], (hue + 360) % 360));

  return {
    dark: mood !== 'day' && mood !== 'dawn',
    shadowHue,
    lightHue,
    skyTop: oklch(inks.skyTop[0], inks.skyTop[1], shadowHue),
    skyMiddle: oklch(
      ...withoutOlive(middleLight, Math.max(inks.skyTop[1], skyBottom[1]), middleHue, shadowHue),
    ),
    skyBottom: oklch(...skyBottom),
    sun: oklch(inks.sun[0], inks.sun[1], lightHue),
    ray: oklch(
      Math.min(0.93, skyBottom[0] + 0.24),
      skyBottom[1] * 0.85,
      hueBetween(skyBottom[2], lightHue, 0.4),
    ),
    far: layer(0),
    near: oklch(inks.near[0], inks.near[1], shadowHue),
    ink: oklch(inks.ink[0], inks.ink[1], shadowHue),
    highlight: oklch(inks.highlight[0], inks.highlight[1], lightHue),
    accent: figure(inks.accent, accentHue),
    contrast: figure(inks.accent, contrastHue),
    paper: oklch(0.962, 0.012, lightHue),
    layer,
    tone: (lightness, chroma, hueShift = 0) => figure([lightness, chroma], lightHue + hueShift),
  };
}
