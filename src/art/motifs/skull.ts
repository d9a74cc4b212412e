// Draws a skull between candles or above crossed bones.

import { disc, dot, range, rays, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

const HEAD =
  'M0-96C58-96 94-58 92-6C91 18 80 36 62 48C57 53 57 62 55 76Q0 92-55 76C-57 62-57 53-62 48C-80 36-91 18-92-6C-94-58-58-96 0-96z';

function candle(scene: Scene, x: number, top: number, wax: string): string {
  const { ink } = scene;
  return svg`<g transform="translate(${x} ${top})"><circle cy="-20" r="40" fill="url(#g)" stroke="none"/><path fill="${wax}" d="M-14 4Q-14-4 0-4T14 4V190H-14z"/><path fill="${shade(wax, 0.3)}" stroke="none" d="M4-2Q13-1 13 5V190H4z"/><path fill="${wax}" stroke-width="2.4" d="M-15 4q0 26 6 26t4-18q2 8 5 8t4-12"/><path stroke-width="2.6" d="M0-4v-8"/><path fill="${ink.tone(0.76, 0.17)}" stroke-width="2.6" d="M0-46C12-30 12-18 0-10C-12-18-12-30 0-46z"/><path fill="${ink.sun}" stroke="none" d="M0-32C6-24 6-18 0-13C-6-18-6-24 0-32z"/></g>`;
}

function bone(turn: number, fill: string): string {
  const end = 'a15 15 0 0 1 22-14a15 15 0 0 1 19 18a15 15 0 0 1-19 18a15 15 0 0 1-22-12';
  return svg`<g transform="rotate(${turn})"><path fill="${fill}" d="M-100-9H100${end}H-100a15 15 0 0 1-22 12a15 15 0 0 1-19-18a15 15 0 0 1 19-18a15 15 0 0 1 22 15z"/></g>`;
}

/** The skull in front of the moon. */
export function drawSkull(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const x = 157.5;
  const bones = mix('#fff7e6', ink.sun, 0.45);
  const dark = mix(bones, ink.skyTop, 0.4);
  const glow = ink.accent;
  const hasCandles = step % 2 === 0;
  let out = rays(ink, x, 150, 24, rank > 2 ? 0.2 : 0.12) + stars(scene, 34, 300);
  out += disc(ink, x, 150, 104);
  out += svg`<path fill="${ink.layer(0.45)}" d="${range(random, 292, 22, 8, false)}"/><path fill="${ink.layer(0.75)}" d="${range(random, 324, 12, 5, true)}"/>`;
  let mist = '';
  for (let i = 0; i < 12; i += 1) {
    mist += dot(random.range(24, 290), random.range(60, 330), random.range(0.8, 2.2));
  }
  const pen = svg`stroke="${ink.ink}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"`;
  const ground = out;
  out = `<g ${pen}>`;
  if (hasCandles) {
    const wax = mix(ink.contrast, ink.sun, 0.55);
    out += candle(scene, 44, 214 + random.range(-8, 8), wax);
    out += candle(scene, 271, 190 + random.range(-8, 8), wax);
    out += candle(scene, 84, 268, wax) + candle(scene, 236, 262, wax);
  }
  out += svg`<g transform="translate(${x} 172)">`;
  if (!hasCandles) {
    out += svg`<g transform="translate(0 92)" stroke-width="4">${bone(28, dark)}${bone(-28, bones)}</g>`;
  }
  const half = svg`<path fill="${ink.ink}" stroke="none" d="M14 4C20-20 58-22 70-2C74 20 60 36 42 36C24 36 10 24 14 4z"/><circle cx="42" cy="8" r="11" fill="${glow}" stroke="none"/><circle cx="42" cy="8" r="5" fill="${ink.highlight}" stroke="none"/><path fill="none" stroke="${dark}" stroke-width="3" d="M16-26Q42-42 72-22M70 44Q62 48 58 58"/>`;
  out += svg`<path fill="${dark}" stroke-width="4.6" d="M-56 72C-56 108-44 128-18 130H18C44 128 56 108 56 72z"/><path fill="${bones}" stroke="none" d="M-53 80C-52 106-42 124-18 126H6Q-24 112-30 84z"/><path fill="${ink.ink}" stroke="none" d="M-44 74Q0 90 44 74V92Q0 108-44 92z"/><path fill="${bones}" stroke-width="2" d="M-40 90q4 2 12 4v14q-10 0-12-6zM-26 95q6 2 12 2v15q-8 0-12-2zM-12 98h12v15h-12zM2 98q8 0 12-1v14q-4 2-12 2zM16 96q6-1 11-3v14q-4 3-11 3z"/><path fill="${bones}" stroke-width="4.6" d="${HEAD}"/><path fill="${dark}" stroke="none" d="M30-88C70-76 90-46 89.5-6C89 18 78 34 60.5 46.5C55 52 55 62 53.5 74Q30 80 8 81C40 60 30 50 52 38C78 20 70-50 30-88z"/><path fill="${bones}" stroke-width="2.2" d="M-38 72q6 2 12 3v13q-8 2-12-3zM-24 75q6 1 12 2v14q-8 1-12-2zM-10 77h12v14q-8 1-12 0zM4 77q8 0 12-1v13q-6 3-12 2zM18 76q7-1 12-3v13q-6 3-12 3zM32 73l8-2v11q-2 4-8 3z"/><g id="y">${half}</g><use href="#y" transform="scale(-1 1)"/><path fill="${ink.ink}" stroke="none" d="M0 30L15 56Q7 62 0 54Q-7 62-15 56z"/><path fill="none" stroke="${ink.ink}" stroke-width="2.6" d="M-34-86l7 20-12 12 8 18M-27-66l12 2"/><path fill="none" stroke="#fff" stroke-width="6" opacity=".85" d="M-74-30C-70-54-58-70-42-78"/>`;
  if (rank > 2) {
    out += svg`<path fill="url(#a)" d="M-78-52L-92-118L-46-84L0-136L46-84L92-118L78-52Q0-84-78-52z"/><path fill="${glow}" stroke-width="2.4" d="M0-98l9 13-9 14-9-14z"/><path stroke="${ink.highlight}" stroke-width="9" d="M-92-120h0M92-120h0M0-138h0"/>`;
  }
  const air = svg`<path fill="${ink.highlight}" opacity=".8" d="${mist}"/>`;
  return {
    ground,
    figure: `${out}</g></g>`,
    front: '',
    air,
    focus: [x, 186],
    head: { middle: [x, 186], reach: 96 },
    foot: 400,
  };
}
