// Gradients and patterns of a picture. The output includes only those that the drawing uses.

import { dot, svg } from './drawing.ts';
import { mix, type Palette } from './palette.ts';

function stops(
  ...list: readonly (readonly [at: number, colour: string, opacity?: number])[]
): string {
  return list
    .map(
      ([at, colour, opacity]) =>
        svg`<stop offset="${at}" stop-color="${colour}"${opacity === undefined ? '' : svg` stop-opacity="${opacity}"`}/>`,
    )
    .join('');
}

function prints(ink: Palette): Record<string, string> {
  return {
    s: svg`<linearGradient id="s" x2="0" y2="1">${stops(
      [0.13, ink.skyTop],
      [0.46, ink.skyMiddle],
      [0.78, ink.skyBottom],
    )}</linearGradient>`,
    g: svg`<radialGradient id="g">${stops(
      [0.2, ink.sun, 0.85],
      [0.5, ink.ray, 0.32],
      [1, ink.ray, 0],
    )}</radialGradient>`,
    m: svg`<linearGradient id="m" x2="0" y2="1">${stops([0, ink.skyBottom, 0], [0.8, mix(ink.skyBottom, ink.sun, 0.3), 0.5], [1, ink.skyBottom, 0])}</linearGradient>`,
    o: svg`<radialGradient id="o" cx=".34" cy=".3" r=".75">${stops([0.1, ink.sun, 0.24], [0.5, ink.ink, 0], [1, ink.ink, 0.62])}</radialGradient>`,
    a: svg`<linearGradient id="a" x2="1" y2="1">${stops([0, '#fff3c9'], [0.3, '#e7b04a'], [0.48, '#ffe9a8'], [0.72, '#b9782a'], [1, '#e9b755'])}</linearGradient>`,
    // The halftone. Its dots become visible towards the bottom of the picture.
    d: svg`<pattern id="d" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(38)"><circle cx="2" cy="2" r="1.05" fill="${ink.ink}"/></pattern>`,
    ht: svg`<linearGradient id="tg" x2="0" y2="1">${stops([0.3, '#fff', 0], [0.85, '#fff', 0.62])}</linearGradient><mask id="ht"><path fill="url(#tg)" d="M-20-90h360v600H-20z"/></mask>`,
    scrim: svg`<linearGradient id="scrim" x2="0" y2="1">${stops([0, ink.ink, 0], [0.45, ink.ink, 0.86], [1, ink.ink])}</linearGradient>`,
    gold: svg`<linearGradient id="gold" x2="1" y2="1">${stops([0, '#fff3c9'], [0.22, '#e7b04a'], [0.42, '#fff7dc'], [0.66, '#b9782a'], [0.82, '#e7b04a'], [1, '#ffe9a8'])}</linearGradient>`,
    blue: svg`<linearGradient id="blue" x2="1" y2="1">${stops([0, '#e6f2ff'], [0.25, '#6fb1f5'], [0.48, '#fff'], [0.74, '#2f78cf'], [1, '#d3e7ff'])}</linearGradient>`,
    violet: svg`<linearGradient id="violet" x2="1" y2="1">${stops([0, '#f2e6ff'], [0.25, '#b48cf2'], [0.48, '#fff'], [0.74, '#7c4fd0'], [1, '#e6d5ff'])}</linearGradient>`,
  };
}

/** The number of halftone dots along one side of a wide tile. */
const WIDE = 8;

/**
 * Returns the same picture with more halftone dots in each tile. The markup becomes longer, but a renderer that paints
 * tile by tile does half the work.
 */
export function widenHalftone(markup: string): string {
  return markup.replace(
    /(<pattern id="d") width="4" height="4"(.*?)<circle cx="2" cy="2" r="1.05"( fill="[^"]*")\/>/,
    (_whole, head: string, between: string, fill: string) => {
      const dots = Array.from({ length: WIDE * WIDE }, (_none, at) =>
        dot(4 * (at % WIDE) + 2, 4 * Math.floor(at / WIDE) + 2, 1.05),
      );
      const side = 4 * WIDE;
      return svg`${head} width="${side}" height="${side}"${between}<path${fill} d="${dots.join('')}"/>`;
    },
  );
}

/** Returns `<defs>` with every definition that the markup refers to. */
export function printDefs(ink: Palette, markup: string): string {
  const used = Object.entries(prints(ink)).filter(([id]) => markup.includes(`url(#${id})`));
  return `<defs>${used.map(([, definition]) => definition).join('')}</defs>`;
}
