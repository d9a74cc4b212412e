// Draws a stag's head from the front. One antler grows at random and is mirrored.

import {
  disc,
  dot,
  range,
  rays,
  stars,
  svg,
  taper,
  type Point,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { mix } from '../palette.ts';

function antler(scene: Scene): string {
  const { random } = scene;
  let path = '';
  const grow = (from: Point, angle: number, length: number, width: number, level: number): void => {
    const lean = random.range(0.16, 0.3) * (level === 0 ? 1 : random.pick([-1, 1]));
    const bend: Point = [
      from[0] + Math.cos(angle + lean) * length * 0.55,
      from[1] + Math.sin(angle + lean) * length * 0.55,
    ];
    const to: Point = [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
    path += taper(from, bend, to, width, level === 3 ? 1 : width * 0.62);
    if (level === 3) return;
    if (width > 3) path += dot(to[0], to[1], width * 0.31);
    const next = width * 0.66;
    grow(to, angle - random.range(0.28, 0.5), length * random.range(0.56, 0.76), next, level + 1);
    grow(to, angle + random.range(0.34, 0.62), length * random.range(0.5, 0.72), next, level + 1);
  };
  grow([11, -38], -1.02, random.range(58, 66), 12, 0);
  // The brow tine, which grows low on the antler and points forward.
  path += taper([15, -46], [34, -58], [36, -84], 7, 1);
  return path;
}

function fur(rows: readonly number[]): string {
  return rows
    .map((y, row) => {
      let line = '';
      const count = 3 + row;
      const width = 15;
      for (let i = 0; i < count; i += 1) {
        line += svg`M${(i - count / 2) * width} ${y + Math.abs(i - (count - 1) / 2) * -5}l${width / 2} 12l${width / 2}-12`;
      }
      return line;
    })
    .join('');
}

/** A stag in front of the moon. */
export function drawStag(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const x = 157.5;
  const y = 226;
  const coat = mix(ink.near, ink.layer(0.4), 0.42);
  const coatLight = mix(coat, ink.sun, 0.26);
  const coatDark = mix(coat, ink.ink, 0.55);
  const sunY = 136;
  let out = rays(ink, x, sunY, rank > 2 ? 26 : 20, rank > 2 ? 0.2 : 0.1);
  out += stars(scene, 40, 300) + disc(ink, x, sunY, 92);
  out += svg`<path fill="${ink.layer(0.2)}" d="${range(random, 268, 34, 8, false)}"/><path fill="${ink.layer(0.55)}" d="${range(random, 306, 26, 9, false)}"/>`;
  let fireflies = '';
  for (let i = 0; i < 16; i += 1) {
    fireflies += dot(random.range(24, 290), random.range(150, 340), random.range(0.8, 2.2));
  }
  out += svg`<path fill="${ink.highlight}" d="${fireflies}"/>`;
  const ground = out;
  const half = svg`<g id="h" stroke-linejoin="round"><path fill="${ink.ink}" stroke="${ink.ink}" stroke-width="1.6" d="${antler(scene)}"/><path fill="${coatDark}" stroke="${ink.ink}" stroke-width="5" d="M22-22C34-46 62-52 82-42C72-16 48-2 24-6z"/><path fill="${ink.accent}" d="M31-21C42-36 58-41 72-38C62-22 46-13 31-14z"/></g>`;
  const face = svg`<g id="f"><path fill="${coat}" d="M0-44C16-45 28-38 31-22C33-6 25 8 21 30C19 46 19 56 15 64Q8 72 0 72z"/><path fill="${coatLight}" d="M31-22C33-6 25 8 21 30C19 42 19 52 17 58C12 44 14 26 18 10C21-2 24-14 22-28C27-28 30-26 31-22z"/><path fill="${coatDark}" d="M0-44C10-44 18-42 23-37C16-33 9-24 7-12C4-18 2-24 0-26z"/><path fill="${ink.ink}" d="M9-3C14-11 22-11 28-6C22 3 14 4 9-3z"/><circle cx="18.4" cy="-4.4" r="3.1" fill="${ink.sun}"/><path fill="none" stroke="${ink.ink}" stroke-width="2" stroke-linecap="round" d="M11 6q6 4 12 2"/></g>`;
  const figure = svg`<g transform="translate(${x} ${y})"><path fill="${mix(ink.near, coat, 0.35)}" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" d="M-23 10C-28 46-50 74-84 92C-112 108-128 140-134 230H134C128 140 112 108 84 92C50 74 28 46 23 10z"/><path fill="${mix(coat, ink.sun, 0.1)}" d="M-19 40C-24 70-32 90-48 110L-30 112L-26 136L-10 126L0 152L10 126L26 136L30 112L48 110C32 90 24 70 19 40z"/><path fill="none" stroke="${coatLight}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" opacity=".7" d="${fur([80, 96])}"/>${half}<use href="#h" transform="scale(-1 1)"/><path fill="none" stroke="${ink.ink}" stroke-width="9" stroke-linejoin="round" d="M0-44C16-45 28-38 31-22C33-6 25 8 21 30C19 46 19 56 15 64Q8 72 0 72Q-8 72-15 64C-19 56-19 46-21 30C-25 8-33-6-31-22C-28-38-16-45 0-44z"/>${face}<use href="#f" transform="scale(-1 1)"/><path fill="${ink.highlight}" d="M0-24C6-14 8 14 6 36Q3 46 0 48Q-3 46-6 36C-8 14-6-14 0-24z"/><path fill="${ink.accent}" stroke="${ink.ink}" stroke-width="1.6" d="M0-40l7 13-7 15-7-15z"/><path fill="${ink.ink}" d="M-11 51Q0 44 11 51Q12 61 0 66Q-12 61-11 51z"/><path fill="none" stroke="${coatLight}" stroke-width="1.8" stroke-linecap="round" d="M-5 51Q0 49 5 51"/></g>`;
  return {
    ground,
    figure,
    front: '',
    air: '',
    focus: [x, 186],
    face: [x, y],
    head: { middle: [x, y + 4], reach: 78 },
    foot: 446,
  };
}
