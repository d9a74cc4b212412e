// Draws mountain ranges that fade into haze, with a river or a wood in front.

import {
  CARD_WIDTH,
  disc,
  dot,
  polyline,
  range,
  smoothPath,
  stars,
  svg,
  taper,
  type Point,
  type Layers,
  type Scene,
} from '../drawing.ts';
import type { Motif } from '../motif.ts';
import { mix, shade } from '../palette.ts';

/** Jagged peaks. Light falls on one flank of each peak. */
function peaks(scene: Scene, y: number, height: number, fill: string, lit: string): string {
  const { random } = scene;
  const outline: Point[] = [[-10, y + 20]];
  let flanks = '';
  let x = -10;
  while (x < CARD_WIDTH + 10) {
    const half = random.range(26, 44);
    const top = y - height * random.range(0.5, 1);
    const peak = x + half;
    const foot = y + random.range(2, 18);
    outline.push([peak, top], [peak + half * 0.9, foot]);
    const drop = foot - top;
    flanks += `${polyline(
      [
        [peak, top],
        [peak - half * 0.62, top + drop * 0.62],
        [peak - half * 0.3, top + drop * 0.5],
        [peak - half * 0.24, top + drop * 0.86],
        [peak + half * 0.05, top + drop * 0.52],
        [peak + half * 0.16, top + drop * 0.68],
      ],
      true,
    )}`;
    x = peak + half * 0.9;
  }
  return svg`<path fill="${fill}" d="${polyline(outline)}V450H-10z"/><path fill="${lit}" d="${flanks}"/>`;
}

function conifers(scene: Scene, from: number, to: number, count: number, foot: number): string {
  const { random } = scene;
  let path = '';
  for (let i = 0; i < count; i += 1) {
    const h = random.range(26, 74);
    const w = h * 0.3;
    const x = from + ((to - from) * (i + random.range(0.2, 0.8))) / count;
    const y = foot + random.range(0, 16);
    path += svg`M${x} ${y - h}l${w * 0.55} ${h * 0.36}h${-w * 0.2}l${w * 0.45} ${h * 0.3}h${-w * 0.22}l${w * 0.42} ${h * 0.34}h${-w * 2}l${w * 0.42} ${-h * 0.34}h${-w * 0.22}l${w * 0.45} ${-h * 0.3}h${-w * 0.2}z`;
  }
  return path;
}

/** A leafless tree. */
function deadTree(scene: Scene, x: number, foot: number, height: number): string {
  const { random } = scene;
  let path = '';
  const grow = (from: Point, angle: number, length: number, width: number, level: number): void => {
    const lean = random.range(-0.3, 0.3);
    const to: Point = [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
    const bend: Point = [
      from[0] + Math.cos(angle + lean) * length * 0.5,
      from[1] + Math.sin(angle + lean) * length * 0.5,
    ];
    path += taper(from, bend, to, width, level === 2 ? 0.8 : width * 0.6);
    if (level === 2) return;
    for (const turn of [-0.62, 0.1, 0.7]) {
      grow(
        to,
        angle + turn + random.range(-0.2, 0.2),
        length * random.range(0.42, 0.62),
        width * 0.55,
        level + 1,
      );
    }
  };
  grow([x, foot], -Math.PI / 2 + random.range(-0.14, 0.14), height * 0.5, height * 0.11, 0);
  return path;
}

function pools(scene: Scene): string {
  const { random, ink } = scene;
  let path = '';
  for (let i = 0; i < 4; i += 1) {
    const w = random.range(34, 70);
    const px = 40 + i * 70 + random.range(-12, 12);
    const py = 300 + (i % 2) * 22 + random.range(-5, 5);
    path += svg`M${px - w / 2} ${py}q${w / 2} -9 ${w} 0q${-w / 2} 9 ${-w} 0z`;
  }
  return svg`<path fill="${ink.ray}" opacity=".75" d="${path}"/>`;
}

/** Furrows that run to the horizon, and a round tree. */
function farmland(scene: Scene, colour: string): string {
  const { random, ink } = scene;
  let furrows = '';
  for (let i = -5; i <= 5; i += 1) {
    furrows += svg`M${157 + i * 13} 284Q${157 + i * 34} 304 ${157 + i * 84} 362`;
  }
  const tx = scene.step % 2 === 1 ? random.range(58, 84) : random.range(232, 258);
  const crown = mix(ink.layer(0.62), ink.sun, 0.1);
  return svg`<path fill="none" stroke="${mix(colour, ink.sun, 0.24)}" stroke-width="3" stroke-linecap="round" d="${furrows}"/><path fill="${ink.ink}" d="M${tx - 6} 316q5-16 3-44h6q-1 28 4 44z"/><g fill="${mix(crown, ink.ink, 0.3)}"><circle cx="${tx}" cy="238" r="25"/><circle cx="${tx - 23}" cy="256" r="19"/><circle cx="${tx + 23}" cy="256" r="19"/></g><path fill="${crown}" d="${dot(tx - 6, 234, 17)}${dot(tx - 25, 251, 12)}${dot(tx + 17, 250, 13)}"/>`;
}

function foreground(scene: Scene, land: Motif): string {
  const { random } = scene;
  if (land === 'marsh') {
    return `${deadTree(scene, 44, 346, 176)}${deadTree(scene, 272, 348, 150)}${deadTree(scene, 226, 350, 84)}`;
  }
  if (land === 'plain') {
    let blades = '';
    for (let i = 0; i < 34; i += 1) {
      const bx = i * 9.6 - 4 + random.range(-3, 3);
      blades += svg`M${bx} 356q${random.range(-3, 3)} -14 ${random.range(-9, 9)} ${-random.range(24, 44)}q${random.range(2, 5)} 16 5 44z`;
    }
    return blades;
  }
  if (land === 'desert') return '';
  const count = land === 'wood' ? 5 : 4;
  const reach = land === 'wood' ? 118 : 82;
  return conifers(scene, 4, reach, count, 350) + conifers(scene, 315 - reach, 312, count, 352);
}

/** The kind of land that the motif names, under a low sun. */
export function drawRidge(scene: Scene): Layers {
  const { random, ink } = scene;
  const x = scene.step % 2 === 1 ? random.range(86, 136) : random.range(180, 230);
  const y = random.range(100, 140);
  const r = random.range(38, 58);
  const land = scene.motif;
  let haze = '';
  for (let i = 0; i < 3; i += 1) {
    haze += svg`M${x - r * 1.7 - i * 12} ${y + r * (0.22 + i * 0.3)}h${r * 3.2 + i * 26}`;
  }
  let birds = '';
  const flockX = random.range(70, 210);
  for (let i = 0; i < 4; i += 1) {
    birds += svg`M${flockX + i * 13 + random.range(-3, 3)} ${62 + i * 5 + random.range(-6, 6)}q3-4 6 0q3-4 6 0`;
  }
  let out = stars(scene, ink.dark ? 42 : 14, 190) + disc(ink, x, y, r);
  out += svg`<path stroke="${ink.skyBottom}" stroke-width="3.4" stroke-linecap="round" opacity=".6" d="${haze}"/><path fill="none" stroke="${ink.ink}" stroke-width="1.6" stroke-linecap="round" d="${birds}"/>`;
  const sky = out;
  out = '';
  const mist = (at: number): string => svg`<path fill="url(#m)" d="M-20 ${at - 50}h360v62H-20z"/>`;
  const [farthest, far, near, nearest] = [0.05, 0.34, 0.64, 1].map((depth) => ink.layer(depth)) as [
    string,
    string,
    string,
    string,
  ];
  const field = shade(ink.tone(0.76, 0.14), ink.dark ? 0.22 : 0.06);
  if (land === 'peaks' || land === 'wood') {
    out += peaks(scene, 206, 74, farthest, mix(farthest, ink.sun, 0.3)) + mist(232);
    out += peaks(scene, 244, 50, far, mix(far, ink.sun, 0.16));
  } else {
    out += svg`<path fill="${farthest}" d="${range(random, 206, 24, 7, true)}"/>${mist(236)}`;
    out += svg`<path fill="${far}" d="${range(random, 244, 22, 6, true)}"/>`;
  }
  out += svg`${mist(276)}<path fill="${land === 'plain' ? field : near}" d="${range(random, 284, land === 'plain' ? 5 : 18, 6, true)}"/>`;
  if (land === 'marsh') out += pools(scene);
  else if (land === 'plain') out += farmland(scene, field);
  else if (land === 'wood') {
    out += svg`<path fill="${mix(near, ink.ink, 0.3)}" d="${conifers(scene, 0, 315, 11, 322)}"/>`;
  } else if (land !== 'desert' && random.chance(0.6)) {
    const bend = random.range(-26, 26);
    const source = random.range(130, 190);
    out += svg`<path fill="${ink.sun}" opacity=".85" d="M${source} 274c${20 + bend} 12 ${-50 + bend} 22 ${-16 + bend} 40c20 12 60 18 20 60h70c30-30-40-52-52-64c-16-16 14-26-22-36z"/>`;
  }
  if (land !== 'plain') {
    out += svg`<path fill="${nearest}" d="${range(random, 322, 12, 5, true)}"/>`;
  }
  const ground = smoothPath([
    [-10, 348],
    [60, 338],
    [140, 352],
    [230, 340],
    [330, 350],
  ]);
  out += svg`<path fill="${ink.ink}" d="${foreground(scene, land)}${ground}V450H-10z"/>`;
  return {
    ground: sky,
    figure: out,
    front: '',
    air: '',
    focus: [157.5, 230],
    face: [scene.step % 2 === 1 ? 96 : 219, 250],
    isView: true,
  };
}
