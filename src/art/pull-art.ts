// Draws the picture of a pull: its card on a stage, with name, rarity, pack and day. Text consists of our own strokes,
// so that it looks the same in every renderer.

import { rarityRank } from '#domain/card.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { PULL_PICTURES, type PullPicture } from '#domain/shared-pull.ts';
import { cardArt, type CardToDraw } from './card-art.ts';
import { firstFace } from './choose-motif.ts';
import { CARD_HEIGHT, CARD_WIDTH, svg } from './drawing.ts';
import { splitIntoLines, drawableText, fittingScale, letterLine } from './lettering.ts';
import { oklch } from './palette.ts';
import { widenHalftone } from './print-defs.ts';

/** The content of a pull picture. */
export interface PullToDraw {
  card: CardToDraw;
  packName: string;
  /** The day in words, such as "November 22, 2026". */
  day: string;
  /** Name of the user who pulled the card. Null unless the user chose to show the name. */
  by: string | null;
  shop: string;
}

/** Positions of the parts. `card`: its upper left corner, width and rotation. `words`: the text near the card. */
interface Layout {
  card: { x: number; y: number; width: number; turn: number };
  words: { x: number; top: number; room: number; anchor: 'left' | 'middle'; largest: number };
  light: readonly [x: number, y: number];
  foot: number;
}

const LAYOUTS: Record<PullPicture, Layout> = {
  wide: {
    card: { x: 96, y: 46, width: 385, turn: -2.5 },
    words: { x: 566, top: 176, room: 560, anchor: 'left', largest: 5.2 },
    light: [0.27, 0.48],
    foot: 574,
  },
  tall: {
    card: { x: 270, y: 62, width: 540, turn: -2 },
    words: { x: 540, top: 905, room: 900, anchor: 'middle', largest: 6 },
    light: [0.5, 0.36],
    foot: 1306,
  },
};

/** Colours of the four rarities on the dark stage, in order of rank. */
const RARITY_COLOURS = ['#aeb5bb', '#d4aff6', '#51a5f6', '#fca34d'] as const;
const INK = '#f1f4f3';
const QUIET = '#b4bdb9';

/** Returns the picture as SVG markup. The same pull always gives the same bytes. */
export function pullArt(pull: PullToDraw, form: PullPicture): string {
  const { width, height } = PULL_PICTURES[form];
  const { light, foot, words } = LAYOUTS[form];
  const stage = [
    [0, 0.36, 0.068, 164],
    [0.54, 0.225, 0.042, 167],
    [1, 0.15, 0.024, 170],
  ].map(([at, l, c, h]) => svg`<stop offset="${at!}" stop-color="${oklch(l!, c!, h!)}"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<radialGradient id="stage" gradientUnits="userSpaceOnUse" cx="${light[0] * width}" cy="${light[1] * height}" r="${0.66 * Math.max(width, height)}">${stage.join('')}</radialGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#stage)"/>` +
    lyingCard(pull.card, LAYOUTS[form].card) +
    drawWords(pull, words) +
    line(pull.shop, { ...words, y: foot, scale: 1.9, colour: QUIET }) +
    '</svg>'
  );
}

/** Draws the card with its shadow, rotated a little. */
function lyingCard(card: CardToDraw, { x, y, width, turn }: Layout['card']): string {
  const height = (width * CARD_HEIGHT) / CARD_WIDTH;
  const drawn = widenHalftone(cardArt(card)).replace(
    /^<svg [^>]*>/,
    `<svg x="${x}" y="${y}" width="${width}" height="${height.toFixed(1)}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">`,
  );
  // The shadow has several steps instead of a blur, because every renderer draws steps the same way.
  const shadow = [26, 20, 14, 8]
    .map(
      (by) =>
        svg`<rect x="${x - by / 2}" y="${y + 14 - by / 2}" width="${width + by}" height="${height + by}" rx="${18 + by / 2}" fill="#000" opacity=".1"/>`,
    )
    .join('');
  return `<g transform="rotate(${turn} ${x + width / 2} ${(y + height / 2).toFixed(1)})">${shadow}${drawn}</g>`;
}

const NAME_LENGTH_MAX = 60;
const PACK_LENGTH_MAX = 48;
const BY_LENGTH_MAX = 40;

function drawWords({ card, packName, day, by }: PullToDraw, at: Layout['words']): string {
  const rank = rarityRank(card.rarity);
  const name = nameLines(firstFace(card.name), at);
  const pitch = name.scale * 10 + 22;
  const last = at.top + 8 + name.lines.length * pitch;
  const small = (text: string, y: number, colour: string) =>
    line(text, { ...at, y, scale: fittingScale([drawableText(text)], at.room, 2.1), colour });
  return [
    pips(rank, at),
    ...name.lines.map((text, i) =>
      line(text, {
        ...at,
        y: at.top + 8 + (i + 1) * pitch,
        scale: name.scale,
        colour: INK,
      }),
    ),
    small(rarityWords(card.rarity), last + 50, RARITY_COLOURS[rank - 1]!),
    small(`From ${cut(packName, PACK_LENGTH_MAX)}`, last + 100, INK),
    small(by === null ? day : `${day} - ${cut(by, BY_LENGTH_MAX)}`, last + 150, QUIET),
  ].join('');
}

/** Returns the name on the number of lines, from one to three, that allows the largest letters. */
function nameLines(name: string, { room, largest }: Layout['words']) {
  const text = drawableText(cut(name, NAME_LENGTH_MAX));
  const tried = [1, 2, 3].map((count) => {
    const lines = splitIntoLines(text, count);
    return { lines, scale: fittingScale(lines, room, largest / Math.sqrt(count)) };
  });
  return tried.reduce((best, one) => (one.scale > best.scale ? one : best));
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3).trimEnd()}...` : text;
}

type Line = {
  x: number;
  y: number;
  scale: number;
  anchor: 'left' | 'middle';
  colour: string;
};

function line(text: string, { x, y, scale, anchor, colour }: Line): string {
  const pen = Math.min(6, 1.1 + scale * 1.05) / scale;
  return letterLine(text, {
    x,
    baseline: y,
    scale,
    anchor,
    attributes: `stroke="${colour}" stroke-width="${pen.toFixed(2)}"`,
  });
}

/** Draws as many lozenges as the rank of the card, so that the rarity is visible without colour. */
function pips(rank: 1 | 2 | 3 | 4, { x, top, anchor }: Layout['words']): string {
  const step = 34;
  const first = anchor === 'left' ? x + 11 : x - ((rank - 1) * step) / 2;
  const path = Array.from(
    { length: rank },
    (_none, i) => svg`M${first + i * step} ${top - 11}l11 11-11 11-11-11z`,
  ).join('');
  return svg`<path fill="${RARITY_COLOURS[rank - 1]!}" d="${path}"/>`;
}
