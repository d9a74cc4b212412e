// Draws a dragon's head from the front. One half is drawn and mirrored.

import { disc, dot, range, rays, stars, svg, taper, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';
import { hashText } from '../random.ts';

/** The dragon's head and neck in front of the moon. */
export function drawDragonHead(scene: Scene): Layers {
  const { random, ink, rank, step, words } = scene;
  const x = 157.5;
  const y = 196;
  const sunY = 138;
  const body = ink.tone(0.72, 0.16, step % 2 === 1 ? 0 : 140);
  const dark = shade(body, 0.5);
  const light = mix(body, ink.sun, 0.34);
  const belly = mix(body, ink.sun, 0.72);
  let out = rays(ink, x, sunY, rank > 2 ? 26 : 20, rank > 2 ? 0.2 : 0.1);
  out += stars(scene, 34, 300) + disc(ink, x, sunY, 98);
  out += svg`<path fill="${ink.layer(0.3)}" d="${range(random, 276, 34, 8, false)}"/><path fill="${ink.layer(0.62)}" d="${range(random, 312, 24, 8, false)}"/>`;
  let embers = '';
  for (let i = 0; i < 16; i += 1) {
    embers += dot(random.range(24, 290), random.range(120, 340), random.range(0.8, 2.4));
  }
  out += svg`<path fill="${ink.highlight}" d="${embers}"/>`;
  const bone = mix(ink.highlight, ink.skyTop, 0.24);
  const tall = random.range(-172, -150);
  // A dragon has the same head on each of its cards.
  const head = hashText(`horns of ${words[0]}`) % 3;
  const horns =
    head === 0
      ? svg`<path fill="${bone}" d="${taper([34, -58], [84, -98], [62, tall], 30, 2)}"/><path fill="${bone}" d="${taper([56, -34], [108, -48], [124, -94], 20, 1)}"/>`
      : head === 1
        ? svg`<path fill="${bone}" d="${taper([38, -54], [126, tall + 40], [132, -52], 34, 2)}"/><path fill="${bone}" d="M0-126C8-104 14-90 18-68L0-56z"/>`
        : svg`<path fill="${ink.contrast}" d="M0-138C14-120 18-104 20-84L46${tall}L62-86L98-128L92-62L126-66L66-28L20-64L0-60z"/><path fill="none" stroke-width="2" d="M30-74L46-132M54-62L90-110M62-44L108-60"/>`;
  const frill =
    head === 1
      ? svg`<path fill="${bone}" d="M54-22L112-6L62 4L106 24L60 26L90 54L48 46z"/>`
      : svg`<path fill="${ink.contrast}" d="M50-24L118-34L100-10L132 8L100 18L116 46L86 40L84 66L50 44z"/><path fill="none" stroke-width="2" d="M58-14L100-22M60 2L112 8M60 16L98 34M56 28L78 50"/>`;
  const half = svg`<g id="h">${horns}${frill}<path fill="${body}" d="M0-80C26-80 48-66 58-42C68-20 64 2 56 16L64 30L52 34L56 50L46 52C48 62 46 70 42 78C34 100 18 110 0 112z"/></g>`;
  const face = svg`<g id="f" stroke="none"><path fill="${dark}" d="M0-78C14-78 26-72 32-62C22-54 12-40 10-20C6-30 2-38 0-40z"/><path fill="${dark}" opacity=".7" d="M55-28C66-8 60 6 54 16L60 28L48 33L53 48L43 51C48 40 50 20 46 4C52-4 56-14 55-28z"/><path fill="${light}" d="M0-14C10-10 13 12 18 32C28 46 36 64 32 80C26 98 12 106 0 108z"/><path fill="${dark}" d="M6-24C20-44 44-50 66-40L54-20C40-30 24-28 13-12z"/><path fill="${ink.ink}" d="M14-12C24-28 44-28 53-18C46-2 28 4 14-12z"/><path fill="${ink.highlight}" d="M20-12C28-22 40-23 47-17C42-6 30-3 20-12z"/><path stroke="${ink.ink}" stroke-width="4.6" stroke-linecap="round" d="M34-19v10"/><path fill="${ink.ink}" d="M12 64Q24 56 29 72Q19 78 12 64z"/><path fill="#fff" stroke="${ink.ink}" stroke-width="2.4" d="M19 92L25 112L33 86zM6 97L10 110L15 95z"/><path fill="none" stroke="${ink.ink}" stroke-width="3.4" stroke-linecap="round" d="M0 98Q22 98 37 80"/><path fill="none" stroke="${dark}" stroke-width="2.2" stroke-linecap="round" d="M8 18q5 5 9 0M8 34q6 6 12 0M7 50q7 6 14 0"/></g>`;
  const ground = out;
  let plates = '';
  for (let i = 0; i < 6; i += 1) {
    const across = 24 + i * 5;
    plates += svg`M${-across} ${112 + i * 20}Q0 ${124 + i * 20} ${across} ${112 + i * 20}`;
  }
  const figure = svg`<g transform="translate(${x} ${y})" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path fill="${dark}" d="M-46 36C-54 90-96 120-124 250H124C96 120 54 90 46 36z"/><path fill="${ink.contrast}" d="M-56 92L-92 96L-74 120L-108 130L-88 156L-122 170L-102 196M56 92L92 96L74 120L108 130L88 156L122 170L102 196"/><path fill="${belly}" stroke-width="3" d="M-22 90C-30 140-46 190-54 250H54C46 190 30 140 22 90z"/><path fill="none" stroke="${dark}" stroke-width="2.6" d="${plates}"/>${half}<use href="#h" transform="scale(-1 1)"/><path fill="${body}" stroke="none" d="M-4-76h8V106h-8z"/>${face}<use href="#f" transform="scale(-1 1)"/><path fill="${ink.accent}" stroke-width="2.2" d="M0-72l9 15-9 18-9-18z"/><path fill="${belly}" stroke="none" d="M0-30l5 8-5 9-5-9zM0-8l4 7-4 7-4-7z"/></g>`;
  return {
    ground,
    figure,
    front: '',
    air: '',
    focus: [x, y - 20],
    face: [x, y],
    // With its horns and its frill.
    head: { middle: [x, y + 8], reach: 134 },
    foot: 446,
  };
}
