// What the pictures for link previews share: a lit stage, on which a card or a pack lies beside some words. Text
// consists of our own strokes, so that it looks the same in every renderer.

import { svg } from './drawing.ts';
import { drawableText, fittingScale, letterLine, splitIntoLines } from './lettering.ts';
import { oklch } from './palette.ts';
import { widenHalftone } from './print-defs.ts';

export const INK = '#f1f4f3';
export const QUIET = '#b4bdb9';

/** Where words stand. `largest`: the largest scale of a name. */
export interface WordsAt {
  x: number;
  top: number;
  room: number;
  anchor: 'left' | 'middle';
  largest: number;
}

/** Returns a picture with `body` on the stage. `light`: the middle of the light, as parts of width and height. */
export function drawStage(
  { width, height, light }: { width: number; height: number; light: readonly [number, number] },
  body: string,
): string {
  const stage = [
    [0, 0.36, 0.068, 164],
    [0.54, 0.225, 0.042, 167],
    [1, 0.15, 0.024, 170],
  ].map(([at, l, c, h]) => svg`<stop offset="${at!}" stop-color="${oklch(l!, c!, h!)}"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<radialGradient id="stage" gradientUnits="userSpaceOnUse" cx="${light[0] * width}" cy="${light[1] * height}" r="${0.66 * Math.max(width, height)}">${stage.join('')}</radialGradient>` +
    `<rect width="${width}" height="${height}" fill="url(#stage)"/>${body}</svg>`
  );
}

/** The position of a drawing on the stage: its upper left corner, width and rotation. */
export interface Lying {
  x: number;
  y: number;
  width: number;
  turn: number;
}

/** Lays a drawing of `sides` with its shadow on the stage, rotated a little. `round`: the radius of the shadow. */
export function layDown(
  drawing: string,
  { x, y, width, turn }: Lying,
  sides: { width: number; height: number; round: number },
): string {
  const height = (width * sides.height) / sides.width;
  const drawn = widenHalftone(drawing).replace(
    /^<svg [^>]*>/,
    `<svg x="${x}" y="${y}" width="${width}" height="${height.toFixed(1)}" viewBox="0 0 ${sides.width} ${sides.height}">`,
  );
  // The shadow has several steps instead of a blur, because every renderer draws steps the same way.
  const shadow = [26, 20, 14, 8]
    .map(
      (by) =>
        svg`<rect x="${x - by / 2}" y="${y + 14 - by / 2}" width="${width + by}" height="${height + by}" rx="${sides.round + by / 2}" fill="#000" opacity=".1"/>`,
    )
    .join('');
  return `<g transform="rotate(${turn} ${x + width / 2} ${(y + height / 2).toFixed(1)})">${shadow}${drawn}</g>`;
}

const NAME_LENGTH_MAX = 60;

/** Draws a name on the number of lines, from one to three, that allows the largest letters. `last`: its last baseline. */
export function drawName(name: string, at: WordsAt): { drawn: string; last: number } {
  const text = drawableText(cut(name, NAME_LENGTH_MAX));
  const tried = [1, 2, 3].map((count) => {
    const lines = splitIntoLines(text, count);
    return { lines, scale: fittingScale(lines, at.room, at.largest / Math.sqrt(count)) };
  });
  const { lines, scale } = tried.reduce((best, one) => (one.scale > best.scale ? one : best));
  const pitch = scale * 10 + 22;
  const drawn = lines.map((one, i) =>
    drawLine(one, { ...at, y: at.top + 8 + (i + 1) * pitch, scale, colour: INK }),
  );
  return { drawn: drawn.join(''), last: at.top + 8 + lines.length * pitch };
}

/** Draws a small line of text that fits into the room. */
export function drawSmall(text: string, y: number, colour: string, at: WordsAt): string {
  return drawLine(text, {
    ...at,
    y,
    scale: fittingScale([drawableText(text)], at.room, 2.1),
    colour,
  });
}

/** Draws the shop's name at the foot of the picture. */
export function drawFoot(shop: string, y: number, at: WordsAt): string {
  return drawLine(shop, { ...at, y, scale: 1.9, colour: QUIET });
}

export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3).trimEnd()}...` : text;
}

type Line = {
  x: number;
  y: number;
  scale: number;
  anchor: 'left' | 'middle';
  colour: string;
};

function drawLine(text: string, { x, y, scale, anchor, colour }: Line): string {
  const pen = Math.min(6, 1.1 + scale * 1.05) / scale;
  return letterLine(text, {
    x,
    baseline: y,
    scale,
    anchor,
    attributes: `stroke="${colour}" stroke-width="${pen.toFixed(2)}"`,
  });
}
