// Mountain ranges going back into haze, with a river or a wood in front.

import {
  CARD_WIDTH,
  disc,
  polyline,
  range,
  smoothPath,
  stars,
  svg,
  type Point,
  type Scene,
} from '../drawing.ts';
import { wordsSay } from '../name-words.ts';
import { mix } from '../palette.ts';

/** Jagged peaks with one lit flank each. */
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

export function drawRidge(scene: Scene): string {
  const { random, ink, words } = scene;
  const x = random.range(95, 220);
  const y = random.range(100, 140);
  const r = random.range(38, 58);
  const isWooded = wordsSay(words, 'forest wood jungle* grove pine taiga');
  const isSoft = isWooded
    ? random.chance(0.3)
    : wordsSay(words, 'plain field dune desert hill meadow valley') || random.chance(0.3);
  let haze = '';
  for (let i = 0; i < 3; i += 1) {
    haze += svg`M${x - r * 1.7 - i * 12} ${y + r * (0.22 + i * 0.3)}h${r * 3.2 + i * 26}`;
  }
  let out = stars(scene, ink.dark ? 42 : 14, 190) + disc(ink, x, y, r);
  out += svg`<path stroke="${ink.skyBottom}" stroke-width="3.4" stroke-linecap="round" opacity=".6" d="${haze}"/>`;
  let birds = '';
  const flockX = random.range(70, 210);
  for (let i = 0; i < 4; i += 1) {
    birds += svg`M${flockX + i * 13 + random.range(-3, 3)} ${62 + i * 5 + random.range(-6, 6)}q3-4 6 0q3-4 6 0`;
  }
  out += svg`<path fill="none" stroke="${ink.ink}" stroke-width="1.6" stroke-linecap="round" d="${birds}"/>`;
  const mist = (at: number): string => svg`<path fill="url(#m)" d="M0 ${at - 50}h315v62H0z"/>`;
  const depth = [0.05, 0.34, 0.64, 1];
  const at = [206, 244, 284, 322];
  const colour = (i: number): string => ink.layer(depth[i] as number);
  if (isSoft) {
    out += svg`<path fill="${colour(0)}" d="${range(random, at[0] as number, 24, 7, true)}"/>${mist(236)}`;
    out += svg`<path fill="${colour(1)}" d="${range(random, at[1] as number, 22, 6, true)}"/>`;
  } else {
    out += peaks(scene, at[0] as number, 74, colour(0), mix(colour(0), ink.sun, 0.3));
    out += mist(232);
    out += peaks(scene, at[1] as number, 50, colour(1), mix(colour(1), ink.sun, 0.16));
  }
  out += mist(276);
  out += svg`<path fill="${colour(2)}" d="${range(random, at[2] as number, 18, 6, true)}"/>`;
  if (!isWooded && random.chance(0.6)) {
    const bend = random.range(-26, 26);
    const source = random.range(130, 190);
    out += svg`<path fill="${ink.sun}" opacity=".85" d="M${source} 274c${20 + bend} 12 ${-50 + bend} 22 ${-16 + bend} 40c20 12 60 18 20 60h70c30-30-40-52-52-64c-16-16 14-26-22-36z"/>`;
  }
  if (isWooded) {
    out += svg`<path fill="${mix(colour(2), ink.ink, 0.3)}" d="${conifers(scene, 0, 315, 11, 322)}"/>`;
  }
  out += svg`<path fill="${colour(3)}" d="${range(random, at[3] as number, 12, 5, true)}"/>`;
  const left = conifers(scene, 4, isWooded ? 120 : 84, isWooded ? 5 : 4, 350);
  const right = conifers(scene, isWooded ? 196 : 232, 312, isWooded ? 5 : 4, 352);
  out += svg`<path fill="${ink.ink}" d="${left}${right}${smoothPath([
    [-10, 348],
    [60, 338],
    [140, 352],
    [230, 340],
    [330, 350],
  ])}V450H-10z"/>`;
  return out;
}
