// Draws a long body that tapers to its tail and has bands of scales. Its head has horns or is bare.

import {
  disc,
  inTurn,
  polyline,
  range,
  rays,
  smoothPath,
  stars,
  svg,
  taper,
  type Point,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { wordsSay } from '../name-words.ts';
import { mix, shade } from '../palette.ts';

/** The curves of the body, each from tail to neck. The head looks to the right. */
const SPINES: readonly (readonly Point[])[] = [
  [
    [286, 318],
    [262, 338],
    [200, 346],
    [120, 330],
    [74, 292],
    [104, 254],
    [180, 246],
    [236, 214],
    [212, 172],
    [130, 166],
    [72, 136],
    [80, 88],
    [130, 72],
    [180, 84],
  ],
  [
    [30, 262],
    [36, 290],
    [66, 306],
    [98, 284],
    [128, 288],
    [150, 326],
    [204, 338],
    [250, 300],
    [232, 250],
    [160, 222],
    [88, 198],
    [72, 140],
    [112, 92],
    [182, 90],
  ],
  [
    [64, 236],
    [38, 258],
    [48, 300],
    [100, 322],
    [180, 330],
    [252, 304],
    [266, 248],
    [214, 214],
    [140, 222],
    [82, 196],
    [78, 132],
    [118, 88],
    [186, 96],
  ],
];

function catmullRom(points: readonly Point[], perSegment: number): Point[] {
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))] as Point;
  const out: Point[] = [];
  for (let i = 0; i < points.length - 1; i += 1) {
    for (let j = 0; j < perSegment; j += 1) {
      const t = j / perSegment;
      const along = (axis: 0 | 1): number => {
        const [a, b, c, d] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]];
        return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
      };
      out.push([along(0), along(1)]);
    }
  }
  out.push(at(points.length - 1));
  return out;
}

function head(scene: Scene, isDragon: boolean, body: string, belly: string): string {
  const { ink, random } = scene;
  const line = svg`stroke="${ink.ink}" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"`;
  let out = '';
  if (isDragon) {
    const rear = taper([4, -20], [-20, -40], [-62, -42], 13, 1);
    const fore = taper([16, -22], [2, -54], [-40, -70], 14, 1);
    const frill = polyline(
      [
        [6, -14],
        [-26, -24],
        [-18, -10],
        [-36, -4],
        [-20, 4],
        [-32, 18],
        [-12, 16],
        [-14, 32],
        [10, 18],
      ],
      true,
    );
    out += svg`<path fill="${ink.contrast}" ${line} d="${frill}"/><path fill="${ink.highlight}" ${line} d="${rear}${fore}"/>`;
  }
  out += svg`<path fill="${belly}" ${line} d="M-8 10C4 27 28 28 46 23C58 20 66 14 66 7L30 4z"/>`;
  out += svg`<path fill="${body}" ${line} d="M-12-21C2-33 22-35 37-27C44-22 56-21 66-13C73-8 75 1 70 6C58 9 46 7 34 9C26 13 10 16-10 20z"/>`;
  if (isDragon) {
    out += svg`<path fill="#fff" stroke="${ink.ink}" stroke-width="1.4" stroke-linejoin="round" d="M62 7l-3 9-4-8zM50 8l-3 7-4-7z"/><path fill="none" ${line} d="M20-20Q34-25 46-17"/>`;
  } else {
    out += svg`<path fill="none" stroke="${ink.contrast}" stroke-width="2.4" stroke-linecap="round" d="M68 8q12 2 18 10q4 2 10-1M86 18q0 5-2 9"/>`;
  }
  out += svg`<path fill="${ink.ink}" d="M22-12q9-10 21-3q-9 9-21 3z"/><circle cx="33" cy="-13" r="3.6" fill="${ink.sun}"/><path stroke="${ink.ink}" stroke-width="1.8" d="M33-16v6"/><path fill="none" stroke="${ink.ink}" stroke-width="2.4" stroke-linecap="round" d="M63-7q3-1 4 2"/>`;
  out += svg`<path fill="none" stroke="${mix(body, ink.sun, 0.6)}" stroke-width="2.4" stroke-linecap="round" d="M-2-24Q12-30 26-27"/>`;
  if (isDragon) {
    const drop = random.range(26, 44);
    out += svg`<path fill="none" stroke="${ink.highlight}" stroke-width="2" stroke-linecap="round" d="M66-2q22 4 16 ${drop}M60 2q10 10 0 ${drop * 0.8}"/>`;
  }
  return out;
}

/** A whole dragon. If the name has a word for a snake, draws a snake. */
export function drawSerpent(scene: Scene): Layers {
  const { random, ink, rank, words, step } = scene;
  const isDragon = !wordsSay(words, 'snake serpent viper cobra python eel worm naga*');
  const spine = catmullRom(inTurn(SPINES, Math.floor(step / 3) + (step % 3)), 3);
  const count = spine.length - 1;
  const left: Point[] = [];
  const right: Point[] = [];
  let fins = '';
  spine.forEach(([x, y], i) => {
    const before = spine[Math.max(0, i - 1)] as Point;
    const after = spine[Math.min(count, i + 1)] as Point;
    const angle = Math.atan2(after[1] - before[1], after[0] - before[0]);
    const share = i / count;
    const half = 1 + 20 * Math.min(1, share * 2.1) ** 0.8 - 3 * Math.max(0, share - 0.85) * 6;
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
    left.push([x + sin * half, y - cos * half]);
    right.push([x - sin * half, y + cos * half]);
    if (isDragon && i > 1 && i < count - 2) {
      const base = half * 0.8;
      const tall = half * 1.5 + 2;
      const along = (forward: number, out: number): string =>
        svg`${x + sin * out + cos * half * forward} ${y - cos * out + sin * half * forward}`;
      fins += `M${along(0.42, base)}L${along(-0.42, tall)}L${along(-0.4, base)}z`;
    }
  });
  const outline = smoothPath([...left, ...right.toReversed()], true);
  const body = ink.tone(0.74, 0.16, random.chance(0.6) ? 0 : 140);
  const belly = mix(body, ink.sun, 0.72);
  const bellyLine = smoothPath(right.filter((_, i) => i % 2 === 0 || i === count));
  const centre = smoothPath(spine.filter((_, i) => i % 2 === 0 || i === count));
  const [nx, ny] = spine[count] as Point;
  const isMirrored = step % 2 === 1;
  const sunX = 160 + random.range(-14, 14);
  let out = rank > 2 ? rays(ink, sunX, 168, 22, 0.16) : '';
  out += stars(scene, 30, 300) + disc(ink, sunX, 168, random.range(84, 98));
  out += svg`<path fill="${ink.layer(0.4)}" d="${range(random, 286, 18, 5, true)}"/><path fill="${ink.layer(0.72)}" d="${range(random, 318, 14, 6, true)}"/>`;
  const ground = out;
  out = isMirrored ? '<g transform="matrix(-1 0 0 1 315 0)">' : '<g>';
  if (fins) {
    out += svg`<path fill="${ink.contrast}" stroke="${ink.ink}" stroke-width="2.4" stroke-linejoin="round" d="${fins}"/>`;
  }
  out += svg`<path id="b" fill="${body}" stroke="${ink.ink}" stroke-width="7" stroke-linejoin="round" d="${outline}"/><clipPath id="c"><use href="#b"/></clipPath><g clip-path="url(#c)" fill="none"><use href="#b" stroke="none" fill="${body}" stroke-width="0"/><path stroke="${shade(body, 0.6)}" stroke-width="42" stroke-dasharray="2.2 ${random.range(6, 8)}" d="${centre}"/><path stroke="${ink.ink}" stroke-width="25" d="${bellyLine}"/><path stroke="${belly}" stroke-width="21" d="${bellyLine}"/><path stroke="${shade(body, 0.48)}" stroke-width="21" stroke-dasharray="1.6 7" d="${bellyLine}"/><path stroke="${mix(body, ink.sun, 0.55)}" stroke-width="3" stroke-dasharray="16 7 4 7" stroke-linecap="round" transform="translate(2 -7)" d="${centre}"/></g>`;
  const before = spine[count - 2] as Point;
  const angle = (Math.atan2(ny - before[1], nx - before[0]) * 180) / Math.PI;
  out += svg`<g transform="translate(${nx} ${ny})rotate(${angle * 0.6})">${head(scene, isDragon, body, belly)}</g></g>`;
  const face: Point = [isMirrored ? 150 : 165, 148];
  const across = nx + 26;
  const middle: Point = [isMirrored ? 315 - across : across, ny - 6];
  const headAt = { middle, reach: 60 };
  return { ground, figure: out, front: '', air: '', focus: [157.5, 204], face, head: headAt };
}
