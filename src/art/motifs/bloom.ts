// Draws one large flower with four rings of petals.

import { dot, inTurn, range, rays, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

const PETALS = [
  'M0 0C-20-30-25-62 0-106C25-62 20-30 0 0z',
  'M0 0C-30-34-32-84-10-98Q0-92 0-88Q0-92 10-98C32-84 30-34 0 0z',
  'M0 0C-14-26-32-48-22-84Q-14-100 0-104Q14-100 22-84C32-48 14-26 0 0z',
] as const;

/** A flower that fills the sky. */
export function drawBloom(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const x = 157.5;
  const y = 164;
  const petals = random.whole(9, 14);
  const shape = inTurn(PETALS, step);
  const outer = random.chance(0.5)
    ? ink.accent
    : ink.tone(0.74, 0.16, random.chance(0.5) ? 0 : -40);
  const inner = ink.highlight;
  const leaf = ink.layer(0.72);
  let out = rays(ink, x, y, 20, rank > 2 ? 0.2 : 0.11) + stars(scene, 26, 300);
  out += svg`<circle cx="${x}" cy="${y}" r="150" fill="url(#g)"/>`;
  out += svg`<path fill="${ink.layer(0.6)}" d="${range(random, 330, 14, 5, true)}"/>`;
  const ground = out;
  out = '';
  out += svg`<path fill="none" stroke="${ink.ink}" stroke-width="9" d="M157 200C154 270 162 320 158 450"/><path fill="none" stroke="${leaf}" stroke-width="3.4" d="M157 200C154 270 162 320 158 450"/>`;
  const leaves = (side: number, at: number): string =>
    svg`<g transform="translate(158 ${at})scale(${side} 1)rotate(${random.range(-10, 8)})"><path fill="${leaf}" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" d="M0 0C14-42 66-52 106-28C84 8 36 16 0 0z"/><path fill="none" stroke="${mix(leaf, ink.sun, 0.35)}" stroke-width="1.6" stroke-linecap="round" d="M8-3Q48-30 94-27M34-17l8-16M52-23l12-13M36-16l14 8M56-23l14 9"/></g>`;
  out += leaves(1, 322) + leaves(-1, 338);
  const turn = 360 / petals;
  let first = '';
  for (let i = 0; i < petals; i += 1) {
    first += svg`<use href="#l" transform="rotate(${i * turn})"/>`;
  }
  const rings = [1.1, 0.94, 0.68, 0.43];
  out += svg`<g transform="translate(${x} ${y})"><path id="l" d="${shape}"/>`;
  rings.forEach((scale, i) => {
    const fill = mix(i === 0 ? shade(outer, 0.2) : outer, inner, [0, 0.24, 0.56, 0.9][i] as number);
    const body = i === 0 ? svg`<g id="r">${first}</g>` : '<use href="#r"/>';
    // Divides by the scale, so that the stroke keeps its width in smaller rings.
    out += svg`<g fill="${fill}" stroke="${ink.ink}" stroke-width="${(1.9 - i * 0.3) / scale}" stroke-linejoin="round" transform="scale(${scale})rotate(${(i % 2) * (turn / 2)})">${body}</g>`;
  });
  let veins = '';
  for (let i = 0; i < petals; i += 1) {
    const angle = ((i * turn - 90) * Math.PI) / 180;
    veins += svg`M${Math.cos(angle) * 82} ${Math.sin(angle) * 82}L${Math.cos(angle) * 104} ${Math.sin(angle) * 104}`;
  }
  out += svg`<path stroke="${inner}" stroke-width="1.6" stroke-linecap="round" opacity=".8" d="${veins}"/>`;
  let seeds = '';
  for (let i = 1; i < 52; i += 1) {
    const angle = i * 2.39996;
    const distance = 2.7 * Math.sqrt(i);
    seeds += svg`M${Math.cos(angle) * distance} ${Math.sin(angle) * distance}h0`;
  }
  out += svg`<circle r="24" fill="${ink.ink}"/><path stroke="${ink.contrast}" stroke-width="2.1" stroke-linecap="round" d="${seeds}"/></g>`;
  let pollen = '';
  for (let i = 0; i < 9; i += 1) {
    const angle = random.range(0, Math.PI * 2);
    const distance = random.range(122, 158);
    pollen += dot(
      x + Math.cos(angle) * distance * 0.86,
      y + Math.sin(angle) * distance,
      random.range(1, 2.4),
    );
  }
  const figure = svg`${out}<path fill="${ink.highlight}" d="${pollen}"/>`;
  return { ground, figure, front: '', air: '', focus: [x, y + 14], face: [x, y], foot: 446 };
}
