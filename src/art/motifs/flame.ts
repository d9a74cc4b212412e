// Draws a fire in a golden bowl or on crossed logs.

import { dot, range, rays, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

/** Tongues of fire, from the outermost to the innermost. */
const TONGUES = [
  'M0 20C-60 20-98-14-92-66C-88-100-66-112-62-146C-48-136-42-122-42-106C-24-128-30-168-6-214C-2-178 22-160 30-128C38-138 42-150 40-166C70-140 98-104 92-60C88-14 56 20 0 20z',
  'M2 18C-42 18-66-10-62-48C-60-72-44-84-40-104C-32-96-28-88-27-78C-12-96-14-124-2-152C4-126 20-112 26-90C32-96 34-104 34-112C54-92 66-68 62-42C58-8 40 18 2 18z',
  'M2 16C-26 16-38-6-36-30C-34-48-22-58-18-74C-10-66-8-58-6-50C0-62 2-76 8-88C14-70 38-54 38-26C38-2 24 16 2 16z',
  'M3 14C-10 14-18 2-16-12C-14-26-2-30 2-48C10-34 22-26 22-10C22 4 14 14 3 14z',
] as const;

function bowl(scene: Scene): string {
  const { ink } = scene;
  return svg`<path fill="url(#a)" d="M-60 52L-84 96H-64L-40 62zM60 52L84 96H64L40 62z"/><path fill="url(#a)" d="M-104 4C-100 52-56 74 0 74S100 52 104 4Q52 22 0 22T-104 4z"/><path fill="${ink.ink}" stroke="none" opacity=".34" d="M20 21Q62 19 103 6C98 52 56 72 8 72Q52 58 20 21z"/><path fill="url(#a)" d="M-110-8Q0 26 110-8V8Q0 44-110 8z"/><path stroke="${ink.contrast}" stroke-width="9" d="M-62 36h0M-22 46h0M22 46h0M62 36h0"/>`;
}

function logs(scene: Scene): string {
  const { ink } = scene;
  const bark = mix('#7a4a1e', ink.ink, 0.42);
  const cut = mix('#d9a066', ink.sun, 0.2);
  const log = svg`<path fill="${bark}" d="M-98 70L52 4L66 30L-86 98z"/><path fill="none" stroke="${mix(bark, ink.sun, 0.3)}" stroke-width="2.4" d="M-66 66L10 32M-40 66L-20 57M14 42L40 30"/><ellipse cx="-92" cy="84" rx="11" ry="15" transform="rotate(24-92 84)" fill="${cut}"/><path fill="none" stroke-width="1.8" d="M-96 80q6-2 7 5"/>`;
  return svg`<g id="t">${log}</g><use href="#t" transform="scale(-1 1)"/><path fill="${mix(ink.near, ink.layer(0.4), 0.3)}" d="M-124 96q6-22 28-20q16 4 18 20zM78 96q4-18 22-18q22 2 26 18zM-40 98q6-18 28-18q20 2 24 18zM14 98q4-14 20-14q18 2 20 14z"/>`;
}

/** A fire at night. */
export function drawFlame(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const x = 157.5;
  const heat = [
    shade(ink.tone(0.64, 0.19, -20), 0.14),
    ink.tone(0.75, 0.17, -4),
    mix(ink.tone(0.84, 0.13, 8), ink.highlight, 0.4),
    ink.sun,
  ];
  let out = rays(ink, x, 180, 26, rank > 2 ? 0.22 : 0.14) + stars(scene, 30, 240);
  out += svg`<circle cx="${x}" cy="186" r="190" fill="url(#g)"/>`;
  out += svg`<path fill="${ink.layer(0.4)}" d="${range(random, 280, 30, 8, false)}"/><path fill="${ink.layer(0.72)}" d="${range(random, 312, 20, 7, false)}"/><path fill="${ink.ink}" d="${range(random, 350, 8, 6, true)}"/>`;
  let sparks = '';
  for (let i = 0; i < 22; i += 1) {
    const high = random.range(20, 270);
    sparks += dot(x + random.range(-1, 1) * (40 + high * 0.3), 290 - high, random.range(0.9, 2.8));
  }
  const licks = 'M-98-96C-104-116-92-128-94-146C-80-132-76-112-84-98C-88-92-94-90-98-96z';
  const side = step % 2 === 1 ? -1 : 1;
  const tongues = TONGUES.map(
    (path, i) =>
      svg`<path fill="${heat[i] as string}"${i === 0 ? '' : ' stroke="none"'} d="${path}"/>`,
  ).join('');
  const figure = svg`<g transform="translate(${x} 262)" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><g transform="scale(${side * random.range(0.96, 1.04)} ${random.range(0.96, 1.03)})"><path fill="${heat[1] as string}" stroke-width="3" d="${licks}"/><path fill="${heat[1] as string}" stroke-width="3" transform="translate(4-26)scale(-.8 .8)" d="${licks}"/>${tongues}</g>${step % 4 > 1 ? logs(scene) : bowl(scene)}</g>`;
  const air = svg`<path fill="${ink.highlight}" d="${sparks}"/>`;
  return { ground: out, figure, front: '', air, focus: [x, 216], face: [x, 206], foot: 358 };
}
