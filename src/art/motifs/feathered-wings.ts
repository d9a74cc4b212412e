// Draws a bird with spread wings, or a winged halo for an angel.

import { disc, range, rays, sparkle, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

interface Plumage {
  dark: string;
  base: string;
  pale: string;
}

/** The right wing. Its feathers are drawn one by one, from the lowest to the topmost. */
function wing(scene: Scene, plumage: Plumage): string {
  const feather = (x: number, y: number, turn: number, width: number, length: number): string =>
    svg`<use href="#q" transform="translate(${x} ${y})rotate(${turn})scale(${width} ${length})"/>`;
  const row = (
    count: number,
    from: readonly [x: number, y: number, turn: number, length: number],
    to: readonly [x: number, y: number, turn: number, length: number],
    width: number,
  ): string => {
    let out = '';
    for (let i = 0; i < count; i += 1) {
      const t = i / (count - 1);
      const at = (k: 0 | 1 | 2 | 3): number => from[k] + (to[k] - from[k]) * t;
      out += feather(at(0), at(1), at(2), width, at(3));
    }
    return out;
  };
  const lift = scene.random.range(-8, 6);
  return svg`<g id="w" stroke="${scene.ink.ink}" stroke-width="3" stroke-linejoin="round" transform="rotate(${lift})"><g fill="${plumage.dark}">${row(5, [18, 4, 172, 0.62], [58, -28, 138, 0.86], 1.05)}${row(6, [66, -40, 128, 0.94], [78, -54, 28, 1.02], 1)}</g><g fill="${plumage.base}">${row(4, [16, -6, 166, 0.4], [54, -34, 134, 0.52], 0.98)}${row(5, [64, -44, 122, 0.56], [74, -54, 42, 0.6], 0.9)}</g><g fill="${plumage.pale}">${row(3, [14, -12, 158, 0.24], [44, -34, 130, 0.3], 0.86)}${row(4, [60, -46, 116, 0.32], [70, -54, 60, 0.34], 0.8)}</g><path fill="${plumage.base}" d="M6-28C26-40 46-58 68-64C80-66 84-56 76-50C58-42 36-18 10-6z"/><path fill="none" stroke="${plumage.pale}" stroke-width="2.4" stroke-linecap="round" d="M22-29q8 4 7 12M36-39q8 3 8 11M50-49q7 2 8 9M64-57q5 2 6 7"/></g>`;
}

function bird(scene: Scene, plumage: Plumage, isOwl: boolean): string {
  const { ink } = scene;
  let tail = '';
  for (const turn of [206, 154, 193, 167, 180]) {
    tail += svg`<use href="#q" transform="translate(0 44)rotate(${turn})scale(1.05 ${turn === 180 ? 0.98 : 0.88})"/>`;
  }
  const top = isOwl
    ? svg`<path fill="${plumage.base}" d="M-24-50L-27-82Q-10-76 0-74Q10-76 27-82L24-50z"/>`
    : svg`<path fill="${ink.contrast}" d="M-9-64C-22-80-20-96-12-104C-10-94-6-88-3-84C-4-98 0-108 6-114C8-104 8-94 7-84C12-90 17-94 24-96C24-84 18-72 9-64z"/>`;
  const eyes = isOwl
    ? svg`<g fill="${plumage.pale}"><circle cx="-12" cy="-56" r="13"/><circle cx="12" cy="-56" r="13"/></g><g fill="${ink.contrast}" stroke-width="2"><circle cx="-11" cy="-56" r="7.4"/><circle cx="11" cy="-56" r="7.4"/></g><path stroke-width="7" d="M-11-56h0M11-56h0"/>`
    : svg`<path fill="${plumage.pale}" stroke="none" d="M-15-58Q0-44 15-58Q16-40 0-34Q-16-40-15-58z"/><path stroke-width="6.4" d="M-9-56h0M9-56h0"/><path stroke="${ink.sun}" stroke-width="2.2" d="M-8-57.5h0M10-57.5h0"/>`;
  return svg`<g fill="${plumage.dark}">${tail}</g><path fill="${plumage.base}" stroke-width="4" d="M0-44C22-44 30-18 27 10C24 40 12 62 0 74C-12 62-24 40-27 10C-30-18-22-44 0-44z"/><path fill="none" stroke="${plumage.pale}" stroke-width="2.6" d="M-16-14q5 8 10.7 0q5 8 10.7 0q5 8 10.6 0M-13 4q4 8 8.7 0q4.3 8 8.6 0q4.3 8 8.7 0M-10 22q3 8 6.7 0q3.3 8 6.6 0q3.3 8 6.7 0M-6 40q3 7 6 0q3 7 6 0"/>${top}<circle cy="-54" r="23" fill="${plumage.base}" stroke-width="4"/>${eyes}<path fill="${ink.highlight}" stroke-width="2.4" d="M0-54L7-46L0-34L-7-46z"/>`;
}

/** A winged halo that stands for an angel: a halo and a star with its light, without a face. */
function halo(scene: Scene, plumage: Plumage): string {
  const { ink } = scene;
  return svg`<path fill="${plumage.pale}" d="M0-34C18-30 26-8 20 18C16 42 22 70 40 112Q0 128-40 112C-22 70-16 42-20 18C-26-8-18-30 0-34z"/><path fill="${plumage.base}" stroke="none" d="M4-32C18-28 24-8 18.5 18C15 42 20 70 38 110Q20 118 6 119z"/><path fill="none" stroke-width="2" d="M-8 44Q-10 84-18 114M8 44Q10 84 18 114M0 50V118"/><circle cy="-52" r="30" fill="none" stroke-width="11"/><circle cy="-52" r="30" fill="none" stroke="url(#a)" stroke-width="6"/><path fill="${ink.sun}" d="${sparkle(0, -52, 23)}"/><path fill="url(#a)" d="M0-14l11 16-11 18-11-18z"/><path fill="${ink.contrast}" stroke-width="2" d="M0-7l6 9-6 10-6-10z"/>`;
}

/** The bird or the winged halo, in front of the sun. */
export function drawFeatheredWings(scene: Scene): Layers {
  const { random, ink, rank, motif } = scene;
  const isAngel = motif === 'angel';
  const isOwl = motif === 'owl';
  const base = isAngel ? mix(ink.sun, ink.skyBottom, 0.34) : ink.accent;
  const plumage: Plumage = {
    dark: isAngel ? mix(base, ink.skyTop, 0.42) : shade(base, 0.52),
    base,
    pale: mix(base, ink.sun, 0.72),
  };
  const y = 178;
  let out = rays(ink, 157, y - 40, 24, rank > 2 ? 0.2 : 0.12);
  out += stars(scene, 34, 310) + disc(ink, 157.5, y - 40, 86);
  out += svg`<path fill="${ink.layer(0.35)}" d="${range(random, 306, 20, 7, false)}"/><path fill="${ink.layer(0.75)}" d="${range(random, 334, 12, 5, true)}"/>`;
  const figure = svg`<defs><path id="q" d="M-5 0C-13-40-11-84 0-100C11-84 13-40 5 0z"/></defs><g transform="translate(157.5 ${y})scale(.87)" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${wing(scene, plumage)}<use href="#w" transform="scale(-1 1)"/>${isAngel ? halo(scene, plumage) : bird(scene, plumage, isOwl)}</g>`;
  return {
    ground: out,
    figure,
    front: '',
    air: '',
    focus: [157.5, y],
    face: [157.5, y - 24],
    head: { middle: [157.5, y - 48], reach: 50 },
  };
}
