// Draws lightning between dark clouds and hills.

import { dot, range, svg, type Layers, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

/** Lightning bolts below a cloud. The middle of each bolt's upper end is at 0, 0. */
const BOLTS = [
  'M-12-6L-46 92H-14L-42 206L44 72H10L36-6z',
  'M-14-6L-30 74L0 66L-34 140L-4 132L-30 222L50 108L20 114L48 50L18 56L34-6z',
  'M-30-6L-6 84L-34 90L20 214L14 118L44 112L16-6z',
] as const;

/** A bank of clouds that reaches down to about `y`. It consists of circles that overlap. */
function cloudBank(scene: Scene, y: number, size: number, fill: string, id: string): string {
  const { random, ink } = scene;
  // This shape must have the same direction as the circles. With the opposite direction, the circles would cut holes
  // into it.
  let puffs = svg`M-30-90V${y - size * 0.4}H345V-90z`;
  for (let x = -14; x < 340; x += size * 1.05) {
    const r = size * random.range(0.62, 1.05);
    puffs += dot(x + random.range(-6, 6), y - size * 0.35 + random.range(-9, 7), r);
  }
  return svg`<g fill="${fill}"><g stroke="${ink.ink}" stroke-width="6"><path id="${id}" d="${puffs}"/></g><use href="#${id}"/></g>`;
}

/** The edges of a cloud that are lit by the bolts. */
function rims(scene: Scene, y: number, colour: string): string {
  const { random } = scene;
  let path = '';
  for (let i = 0; i < 5; i += 1) {
    const x = 18 + i * 62 + random.range(-12, 12);
    const r = random.range(13, 20);
    path += svg`M${x} ${y + random.range(-12, 4)}q${r} ${r * 0.7} ${r * 2} 0`;
  }
  return svg`<path fill="none" stroke="${colour}" stroke-width="3" stroke-linecap="round" opacity=".7" d="${path}"/>`;
}

/** A thunderstorm over the land. */
export function drawStorm(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const x = 157.5 + (step % 2 === 1 ? 18 : -18);
  let rain = '';
  for (let i = 0; i < 46; i += 1) {
    const length = random.range(10, 26);
    rain += svg`M${random.range(0, 330)} ${random.range(120, 330)}l${-length * 0.32} ${length}`;
  }
  const bolt = BOLTS[step % BOLTS.length] as string;
  const small = BOLTS[(step + 1) % BOLTS.length] as string;
  const dark = mix(ink.ink, ink.skyTop, 0.36);
  let out = svg`<circle cx="${x}" cy="210" r="200" fill="url(#g)"/>`;
  out += svg`<path fill="${ink.layer(0.2)}" d="${range(random, 276, 34, 7, false)}"/><path fill="url(#m)" d="M-20 230h360v70H-20z"/><path fill="${ink.layer(0.5)}" d="${range(random, 304, 24, 8, false)}"/>`;
  out += svg`<path fill="none" stroke="${ink.highlight}" stroke-width="1.5" stroke-linecap="round" opacity=".5" d="${rain}"/>`;
  const ground = out;
  out = '';
  const front = mix(dark, ink.skyBottom, 0.3);
  out += svg`<g stroke-linejoin="round">${cloudBank(scene, 112, 40, mix(dark, ink.skyBottom, 0.55), 'k1')}`;
  const strike = (path: string, at: string, width: number): string =>
    svg`<path fill="${ink.sun}" stroke="${ink.ink}" stroke-width="${width}" stroke-linejoin="round" transform="${at}" d="${path}"/>`;
  out += strike(small, svg`translate(${x > 157 ? 66 : 248} 88)scale(.44 .74)`, 5);
  if (rank > 2) out += strike(small, svg`translate(${x > 157 ? 270 : 44} 80)scale(-.34 .6)`, 6);
  out += svg`<path fill="none" stroke="${ink.accent}" stroke-width="12" stroke-linejoin="round" opacity=".7" transform="translate(${x} 92)scale(.84 1.08)" d="${bolt}"/>`;
  out += strike(bolt, svg`translate(${x} 92)scale(.84 1.08)`, 4.4);
  out += svg`${cloudBank(scene, 86, 46, front, 'k2')}${rims(scene, 78, mix(front, ink.sun, 0.5))}${cloudBank(scene, 40, 42, dark, 'k3')}</g>`;
  let motes = '';
  for (let i = 0; i < 12; i += 1) {
    motes += dot(x + random.range(-90, 90), random.range(270, 336), random.range(0.9, 2.4));
  }
  const land = svg`<path fill="${ink.near}" d="${range(random, 334, 14, 9, false)}"/><path fill="${ink.ink}" d="${range(random, 352, 8, 6, true)}"/>`;
  const air = svg`<path fill="${ink.sun}" d="${motes}"/>`;
  return { ground, figure: out, front: land, air, focus: [x, 200], isView: true };
}
