// Draws a large old tree or a volcano.

import { disc, dot, range, rays, stars, svg, taper, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

const X = 157.5;

/** A tree that stands alone. Its crown holds fruit or lights. */
export function drawTree(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const bark = mix('#5a371d', ink.ink, 0.45);
  const leaf = mix(ink.tone(0.62, 0.14, 120), ink.near, 0.18);
  const dark = shade(leaf, 0.4);
  const pale = mix(leaf, ink.sun, 0.34);
  let out = rays(ink, X, 150, 22, rank > 2 ? 0.2 : 0.1) + stars(scene, 30, 240);
  out += disc(ink, X, 150, 104);
  out += svg`<path fill="${ink.layer(0.22)}" d="${range(random, 272, 20, 6, true)}"/><path fill="${ink.layer(0.48)}" d="${range(random, 304, 16, 5, true)}"/>`;
  const puffs: [number, number, number][] = [
    [-84, -96, 42],
    [84, -98, 43],
    [-54, -146, 46],
    [52, -150, 45],
    [0, -172, 44],
    [-30, -98, 46],
    [34, -96, 46],
  ];
  const moved = puffs.map(
    ([x, y, r]) =>
      [x + random.range(-6, 6), y + random.range(-6, 6), r * random.range(0.94, 1.06)] as const,
  );
  const all = (grow: number, dx: number, dy: number): string =>
    moved.map(([x, y, r]) => dot(x + dx, y + dy, r * grow)).join('');
  let fruit = '';
  for (const [x, y, r] of moved)
    fruit += dot(
      x + random.range(-0.4, 0.4) * r,
      y + random.range(-0.3, 0.5) * r,
      random.range(4.5, 6.5),
    );
  const boughs = `${taper([-8, -30], [-30, -70], [-74, -92], 22, 5)}${taper([8, -34], [30, -70], [72, -92], 22, 5)}${taper([0, -30], [2, -80], [-4, -140], 24, 6)}`;
  const figure = svg`<g transform="translate(${X} 320)" stroke="${ink.ink}" stroke-linejoin="round" stroke-linecap="round"><path fill="${bark}" stroke-width="4" d="M-20-50C-20-10-30 14-74 30Q-40 34-26 28Q-20 40-6 44Q2 34 10 30Q24 40 44 40Q36 30 32 26Q52 32 76 30C34 14 20-10 20-50z"/><path fill="${bark}" stroke-width="3" d="${boughs}"/><path fill="none" stroke="${mix(bark, ink.sun, 0.3)}" stroke-width="2.6" d="M-8-44C-8-10-14 8-26 18M4-46C4-14 8 6 18 16"/><path fill="${dark}" stroke-width="9" d="${all(1, 0, 0)}"/><path fill="${dark}" stroke="none" d="${all(1, 0, 0)}"/><path fill="${leaf}" stroke="none" d="${all(0.86, -4, -6)}"/><path fill="${pale}" stroke="none" d="${all(0.5, -12, -16)}"/><path fill="${ink.accent}" stroke-width="2.4" d="${fruit}"/></g>`;
  const front = svg`<path fill="${ink.near}" d="${range(random, 346, 8, 6, true)}"/>`;
  let motes = '';
  for (let i = 0; i < 12; i += 1) {
    motes += dot(random.range(24, 290), random.range(120, 340), random.range(0.8, 2.2));
  }
  const air = svg`<path fill="${ink.highlight}" d="${motes}"/>`;
  return { ground: out, figure, front, air, focus: [X, 206], face: [X, 190], foot: 356 };
}

/** An erupting volcano, with fire in its crater and lava on its sides. */
export function drawVolcano(scene: Scene): Layers {
  const { random, ink } = scene;
  const rock = mix(ink.near, ink.layer(0.4), 0.3);
  const lit = mix(rock, ink.sun, 0.24);
  const lava = shade(ink.tone(0.66, 0.19, -16), 0.06);
  const hot = mix(ink.tone(0.82, 0.14, 4), ink.highlight, 0.3);
  const smoke = mix(ink.skyTop, ink.skyBottom, 0.34);
  const sky = stars(scene, 36, 220) + svg`<circle cx="${X}" cy="140" r="180" fill="url(#g)"/>`;
  const far = svg`<path fill="${ink.layer(0.25)}" d="${range(random, 284, 26, 7, false)}"/>`;
  let cloud = '';
  for (let i = 0; i < 9; i += 1) {
    const high = i * 15;
    cloud += dot(random.range(-16, 16) + i * 5, -112 - high, 20 + i * 3.4);
  }
  let stones = '';
  for (let i = 0; i < 12; i += 1) {
    const angle = -Math.PI / 2 + random.range(-1, 1);
    const far = random.range(40, 120);
    stones += dot(Math.cos(angle) * far, -96 + Math.sin(angle) * far, random.range(1.8, 5));
  }
  const figure = svg`<g transform="translate(${X} 250)" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path fill="${smoke}" stroke-width="8" d="${cloud}"/><path fill="${smoke}" stroke="none" d="${cloud}"/><path fill="${lava}" stroke-width="3" d="M-22-88C-40-130-16-150-18-178C6-160 4-140 12-132C20-142 22-150 20-160C40-140 40-110 24-88z"/><path fill="${hot}" stroke="none" d="M-13-86C-24-118-8-132-10-150C2-138 3-124 9-117C14-123 17-130 17-137C27-122 25-104 15-86z"/><path fill="${rock}" d="M-170 124C-110 96-64 8-38-90Q0-76 38-90C64 8 110 96 170 124V210H-170z"/><path fill="${lit}" stroke="none" d="M-164 122C-108 94-64 10-36-86L-18-82C-34 10-58 84-96 128z"/><path fill="${lava}" stroke-width="3" d="M-34-91Q0-77 36-91C40-60 44-40 52-20C60 4 40 10 38-8C36-26 24-34 22-10C20 30 40 50 34 86C28 110 8 100 10 74C12 44-2 20-4-8C-8-32-18-26-20-6C-22 10-34 8-32-8C-28-30-30-60-34-91z"/><path fill="${hot}" stroke="none" d="M-27-84Q0-73 29-84C32-58 36-42 42-28C30-50 18-50 14-20C12 20 30 50 26 80C18 60 14 20 4-12C-2-40-20-50-22-26C-23-44-25-60-27-84z"/></g>`;
  let embers = '';
  for (let i = 0; i < 18; i += 1) {
    embers += dot(random.range(40, 276), random.range(40, 300), random.range(0.8, 2.4));
  }
  const near = svg`<path fill="${mix(ink.near, ink.ink, 0.4)}" d="${range(random, 340, 12, 8, false)}"/><path fill="${ink.ink}" d="${range(random, 358, 8, 7, true)}"/>`;
  const air = svg`<path fill="${lava}" transform="translate(${X} 250)" d="${stones}"/><path fill="${ink.highlight}" d="${embers}"/>`;
  return {
    ground: sky,
    figure: far + figure + near + air,
    front: '',
    air: '',
    focus: [X, 220],
    face: [X, 200],
    isView: true,
  };
}
