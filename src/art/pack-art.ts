// Draws the wrapper of a pack as one SVG of 300 x 470. The wrapper is foil with crimped ends and a toothed edge.

import type { GameId, GameStyle } from '#domain/game.ts';
import { motifsNamed, type Motif } from './motif.ts';
import { inTurn, svg } from './drawing.ts';
import { splitIntoLines, drawableText, fittingScale, letterLine, lineWidth } from './lettering.ts';
import { drawMotif } from './motifs/draw-motif.ts';
import { lightInWords } from './name-light.ts';
import { motifOfTheme, themeInName } from './name-theme.ts';
import { nameWords } from './name-words.ts';
import { makePalette, mix, oklch, type Palette } from './palette.ts';
import { printDefs } from './print-defs.ts';
import { hashText, makeRandom, type Random } from './random.ts';
import { drawSign } from './signs.ts';

export interface PackToDraw {
  /** A short name, such as the name of the set. */
  title: string;
  /** The set's code, as printed on its cards. */
  code: string;
  /** The game's id, which is part of the seed of chance. */
  game: GameId;
  style: GameStyle;
  cardCount: number;
  seed: string;
}

/** Motifs of packs whose game has none of its own for packs. */
const ANY_MOTIFS: readonly Motif[] = ['stag', 'prism', 'moth', 'castle', 'koi', 'flame', 'planet'];

export const PACK_WIDTH = 300;
export const PACK_HEIGHT = 470;
const TEETH = 48;
const MAX_TITLE_LENGTH = 60;

/** Returns the outline of the wrapper: teeth at the top and bottom, and sides that narrow between the crimps. */
function outline(): string {
  const half = (PACK_WIDTH - 6) / TEETH / 2;
  const across = svg`l${half} -4 ${half} 4`.repeat(TEETH);
  const back = svg`l${-half} 4 ${-half} -4`.repeat(TEETH);
  return svg`M3 5${across}v36c-3 60-3.5 310 0 386v38${back}v-38c-3.5-76-3-326 0-386z`.replaceAll(
    ' -',
    '-',
  );
}

const LIGHT: readonly (readonly [at: number, tone: 'dark' | 'light', opacity: number])[] = [
  [0, 'dark', 0.62],
  [0.035, 'dark', 0.3],
  [0.06, 'light', 0.1],
  [0.09, 'light', 0.36],
  [0.13, 'light', 0.1],
  [0.2, 'dark', 0.08],
  [0.34, 'light', 0.06],
  [0.62, 'dark', 0.04],
  [0.76, 'light', 0.05],
  [0.82, 'light', 0.26],
  [0.87, 'dark', 0.06],
  [0.95, 'dark', 0.34],
  [1, 'dark', 0.66],
];

/** Returns a gradient that is strong at both crimps and invisible in the middle of the pack. */
function fade(id: string, colour: string, opacity: number): string {
  const stop = (at: number, strength: number): string =>
    svg`<stop offset="${at}" stop-color="${colour}" stop-opacity="${strength}"/>`;
  return svg`<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x2="0" y1="41" y2="429">${stop(0, opacity)}${stop(0.26, 0)}${stop(0.74, 0)}${stop(1, opacity)}</linearGradient>`;
}

function foilDefs(ink: Palette): string {
  const light = LIGHT.map(
    ([at, tone, opacity]) =>
      svg`<stop offset="${at}" stop-color="${tone === 'dark' ? '#000' : '#fff'}" stop-opacity="${opacity}"/>`,
  ).join('');
  const dark = mix(ink.ink, '#000000', 0.3);
  return svg`<linearGradient id="fl">${light}</linearGradient><pattern id="cr" width="6" height="50" patternUnits="userSpaceOnUse"><path fill="#000" opacity=".34" d="M0 0h2.2v50H0z"/><path fill="#fff" opacity=".2" d="M3.2 0h1.4v50H3.2z"/></pattern>${fade('wl', '#fff', 0.22)}${fade('wd', '#000', 0.2)}<linearGradient id="hd" x2="0" y2="1"><stop offset="0" stop-color="${dark}" stop-opacity=".6"/><stop offset="1" stop-color="${dark}" stop-opacity="0"/></linearGradient><linearGradient id="ft" x2="0" y2="1"><stop offset="0" stop-color="${dark}" stop-opacity="0"/><stop offset=".5" stop-color="${dark}" stop-opacity=".84"/><stop offset="1" stop-color="${dark}" stop-opacity=".95"/></linearGradient>`;
}

/** Draws nine soft folds. Each fold starts at a crimp, where the foil is gathered, and fades out. */
function wrinkles(random: Random): string {
  let folds = '';
  for (let i = 0; i < 9; i += 1) {
    const isTop = i % 2 === 0;
    const x = 18 + i * 31 + random.range(-13, 13);
    const length = random.range(44, 112) * (isTop ? 1 : -1);
    const lean = random.range(-13, 13);
    const y = isTop ? 41 : 429;
    folds += svg`M${x} ${y}q${lean * 0.1} ${length * 0.55} ${lean} ${length}`;
    if (i % 3 === 0)
      folds += svg`M${x + 5} ${y}q${-lean * 0.1} ${length * 0.3} ${-lean * 0.6} ${length * 0.6}`;
  }
  return svg`<g fill="none" stroke-linecap="round"><path stroke="url(#wd)" stroke-width="5" transform="translate(2.4)" d="${folds}"/><path stroke="url(#wl)" stroke-width="1.9" d="${folds}"/></g>`;
}

function crimps(base: string): string {
  const band = 'M0 0h300v41H0zM0 429h300v41H0z';
  return svg`<path fill="${base}" d="${band}"/><path fill="url(#cr)" d="${band}"/><path fill="#000" opacity=".42" d="M0 41h300v2.5H0zM0 427h300v2H0z"/><path fill="#fff" opacity=".3" d="M0 39.5h300v1.3H0zM0 429.5h300v1.2H0z"/>`;
}

/** Breaks a title into lines. A short title or a single word gets one line, a long title three, others two. */
function titleLines(title: string): string[] {
  const text = drawableText(title.slice(0, MAX_TITLE_LENGTH));
  if (text.length <= 9 || !text.includes(' ')) return [text];
  const two = splitIntoLines(text, 2);
  if (fittingScale(two, 246, 3.3) >= 1.75) return two;
  return splitIntoLines(text, 3);
}

function titleBlock(title: string, ink: Palette): string {
  const lines = titleLines(title);
  const scale = fittingScale(lines, 246, lines.length === 1 ? 3.3 : lines.length === 2 ? 3.2 : 2.5);
  const pitch = 10 * scale + Math.max(10, scale * 5.2);
  const bottom = 386;
  const outlineColour = mix(ink.ink, '#000000', 0.35);
  // Smaller letters get a thinner stroke, so that long titles stay readable.
  const pen = Math.min(5.2, Math.max(2.2, 2.3 + (scale - 1) * 1.3));
  let under = '';
  let over = '';
  lines.forEach((line, i) => {
    const at = {
      x: PACK_WIDTH / 2,
      baseline: bottom - (lines.length - 1 - i) * pitch,
      scale,
      anchor: 'middle' as const,
    };
    const width = (factor: number): string => ((pen * factor) / scale).toFixed(2);
    under += letterLine(line, {
      ...at,
      attributes: `id="t${i}" stroke="${outlineColour}" stroke-width="${width(2.1)}"`,
    });
    over += letterLine(line, { ...at, attributes: `stroke="#fff" stroke-width="${width(1)}"` });
  });
  return under + over;
}

/** Draws the game's sign and the set's code below the line along which a pack tears, at 13% of its height. */
function seriesLine(pack: PackToDraw, colour: string): string {
  const code = drawableText(pack.code.slice(0, 12));
  const scale = 1.15;
  const width = lineWidth(code) * scale;
  const left = PACK_WIDTH / 2 - (width + (code === '' ? 0 : 22)) / 2;
  return (
    drawSign(pack.style.sign, left + (code === '' ? 0 : 6.5), 76, colour) +
    letterLine(code, {
      x: left + 22,
      baseline: 81.7,
      scale,
      anchor: 'left',
      attributes: `stroke="${colour}" stroke-width="1.4"`,
    })
  );
}

/** Returns the pack's art as SVG markup. The same pack always gives the same bytes. */
export function packArt(pack: PackToDraw): string {
  const random = makeRandom(`pack\n${pack.game}\n${pack.seed}\n${pack.title}`);
  const hash = hashText(`${pack.seed}\n${pack.title}`);
  const words = nameWords(pack.title);
  const ink = makePalette(
    { style: pack.style, index: hash % 9973, light: lightInWords(words) },
    random,
  );
  const theme = themeInName(pack.title);
  const motif =
    theme === undefined
      ? inTurn(motifsNamed(pack.style.packMotifs, ANY_MOTIFS), hash)
      : motifOfTheme(theme, words, hash % 997);
  const picture = drawMotif(motif, { random, ink, rank: 3, words, step: hash % 997 });
  const count = `${pack.cardCount} ${pack.cardCount === 1 ? 'card' : 'cards'}`;
  const base = mix(oklch(0.36, 0.07, ink.shadowHue), ink.near, 0.35);
  const body = svg`<clipPath id="pk"><path d="${outline()}"/></clipPath><g clip-path="url(#pk)"><g transform="translate(-3.5 28)scale(.975)">${picture}</g><path fill="url(#hd)" d="M0 40h300v70H0z"/><path fill="url(#ft)" d="M0 272h300v158H0z"/>${seriesLine(pack, ink.highlight)}${titleBlock(pack.title, ink)}${letterLine(count, { x: PACK_WIDTH / 2, baseline: 416, scale: 1.36, anchor: 'middle', attributes: `stroke="${ink.highlight}" stroke-width="1.3"` })}${wrinkles(random)}${crimps(base)}<path fill="url(#fl)" d="M0 0h300v470H0z"/><circle cx="150" cy="21" r="7.5" fill="#fff" opacity=".22"/><circle cx="150" cy="20.3" r="7" fill="#06090a"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PACK_WIDTH}" height="${PACK_HEIGHT}" viewBox="0 0 ${PACK_WIDTH} ${PACK_HEIGHT}">${printDefs(ink, body).replace('</defs>', `${foilDefs(ink)}</defs>`)}${body}</svg>`;
}
