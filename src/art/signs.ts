// Draws our own signs of games. No sign resembles a publisher's mark.

import type { GameSign } from '#domain/game.ts';
import { svg } from './drawing.ts';

const OUTLINES: Record<GameSign, string> = {
  disc: 'M0-6.5a6.5 6.5 0 1 0 .01 0zM-4.4 4.6C-2-2 2 2 4.4-4.6',
  'three-rings': 'M0-6.5a3 3 0 1 0 .01 0zM-4 .4a3 3 0 1 0 .01 0zM4 .4a3 3 0 1 0 .01 0z',
  wedge: 'M-5-6.5h10l-10 13h10z',
  square: 'M-5.7-5.7h11.4v11.4h-11.4zM0-5.7L5.7 0 0 5.7-5.7 0z',
  wave: 'M-6.5-2.4c2.2-4 4.3-4 6.5 0s4.3 4 6.5 0M-6.5 3.6c2.2-4 4.3-4 6.5 0s4.3 4 6.5 0',
  cross: 'M-6-6l4 4M6-6l-4 4M6 6l-4-4M-6 6l4-4M0-2.8a2.8 2.8 0 1 0 .01 0z',
  hexagon: 'M0-6.5l5.6 3.25v6.5L0 6.5l-5.6-3.25v-6.5zM-5.6 3.25L5.6-3.25',
  arrow: 'M0-6.5L5.4-.8H2.7v7.3L0 4.2l-2.7 2.3V-.8h-2.7z',
};

/** Draws the sign of a game, 13 high, with its middle at (x, y). */
export function drawSign(sign: GameSign, x: number, y: number, colour: string): string {
  return svg`<path transform="translate(${x} ${y})" fill="none" stroke="${colour}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round" d="${OUTLINES[sign]}"/>`;
}
