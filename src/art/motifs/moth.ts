// Draws a moth or butterfly with spread wings in front of the light. One wing is drawn and mirrored.

import { disc, dot, inTurn, range, rays, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

interface WingShape {
  upper: string;
  lower: string;
  spot: readonly [x: number, y: number];
  lowerSpot: readonly [x: number, y: number];
}

const WINGS: readonly WingShape[] = [
  {
    upper: 'M0-6C18-56 78-92 122-84C136-66 118-14 82 6C52 16 22 10 0 4z',
    lower: 'M0 2C28 2 76 14 84 44C88 74 66 96 46 92C24 84 8 46 0 18z',
    spot: [92, -48],
    lowerSpot: [52, 56],
  },
  {
    upper: 'M0-6C14-40 56-104 104-112C132-104 126-34 96-2C64 14 22 10 0 4z',
    lower:
      'M0 2C30 4 72 10 80 36C84 52 72 62 70 76C70 96 84 112 76 124C64 118 54 98 44 88C22 78 8 46 0 18z',
    spot: [88, -62],
    lowerSpot: [54, 48],
  },
  {
    upper: 'M0-6C30-40 70-62 132-60C128-48 116-44 118-30C104-28 106-12 92-6C62 14 22 10 0 4z',
    lower: 'M0 2C34 2 84 8 98 30C90 36 92 48 80 52C84 66 66 66 62 80C34 82 10 48 0 18z',
    spot: [84, -36],
    lowerSpot: [52, 40],
  },
];

/** A moth with eyespots on its wings. */
export function drawMoth(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const wing = inTurn(WINGS, step);
  const base = random.chance(0.5) ? ink.accent : ink.tone(0.72, 0.16, 0);
  const edge = shade(base, 0.68);
  const pale = mix(base, ink.sun, 0.7);
  const y = 176;
  let out = rank > 2 ? rays(ink, 157, y - 30, 22, 0.16) : '';
  out += stars(scene, 34, 310) + disc(ink, 157.5, y - 28, 88);
  out += svg`<path fill="${ink.layer(0.55)}" d="${range(random, 316, 16, 5, true)}"/><path fill="${ink.ink}" d="${range(random, 340, 10, 4, true)}"/>`;
  const echo = (path: string, turn: number): string => {
    const steps: [number, string][] = [
      [0.93, edge],
      [0.82, base],
      [0.66, mix(base, pale, 0.5)],
      [0.46, edge],
      [0.4, base],
    ];
    return steps
      .map(
        ([scale, fill]) =>
          svg`<path fill="${fill}" transform="rotate(${turn * (1 - scale)})scale(${scale})" d="${path}"/>`,
      )
      .join('');
  };
  const [sx, sy] = wing.spot;
  const [lx, ly] = wing.lowerSpot;
  let beads = '';
  for (let i = 0; i < 6; i += 1) {
    const t = i / 5;
    beads += dot(sx + 22 - t * 22, sy - 10 + t * 46 - Math.sin(t * 3.14) * -6, 1.8);
  }
  const veins = svg`M8-6Q${sx * 0.5} ${sy * 0.9} ${sx * 0.96} ${sy * 1.34}M8-4Q${sx * 0.5} ${sy * 0.5} ${sx * 1.2} ${sy * 0.7}M8-2Q${sx * 0.5} ${sy * 0.12} ${sx * 1.04} ${sy * 0.12}M6 6Q${lx * 0.6} ${ly * 0.4} ${lx * 1.3} ${ly * 0.8}M5 8Q${lx * 0.4} ${ly * 0.7} ${lx * 0.9} ${ly * 1.4}`;
  const half = svg`<g id="w" stroke-linejoin="round"><path fill="${edge}" stroke="${ink.ink}" stroke-width="4.6" d="${wing.lower}"/>${echo(wing.lower, 4)}<circle cx="${lx}" cy="${ly}" r="7.4" fill="${ink.ink}"/><circle cx="${lx}" cy="${ly}" r="4.6" fill="${ink.contrast}"/><path fill="${edge}" stroke="${ink.ink}" stroke-width="4.6" d="${wing.upper}"/>${echo(wing.upper, -4)}<path fill="none" stroke="${ink.ink}" stroke-width="1.4" opacity=".75" d="${veins}"/><path fill="${pale}" d="${beads}"/><g stroke="${ink.ink}" stroke-width="3"><circle cx="${sx}" cy="${sy}" r="17" fill="${pale}"/><circle cx="${sx}" cy="${sy}" r="11" fill="${ink.contrast}"/><circle cx="${sx}" cy="${sy}" r="5.4" fill="${ink.ink}"/></g><circle cx="${sx - 3.4}" cy="${sy - 4}" r="2.6" fill="${ink.sun}"/></g>`;
  const body = shade(base, 0.8);
  const figure = svg`<g transform="translate(157.5 ${y})">${half}<use href="#w" transform="scale(-1 1)"/><g fill="none" stroke="${ink.ink}" stroke-width="2.6" stroke-linecap="round"><path d="M3-26C8-56 24-72 46-82M-3-26C-8-56-24-72-46-82"/><path stroke-width="1.4" d="M9-44l9-2M14-54l10-1M22-63l9 1M32-72l8 3M-9-44l-9-2M-14-54l-10-1M-22-63l-9 1M-32-72l-8 3M8-44l-1-9M14-55l0-9M22-64l3-9M-8-44l1-9M-14-55l0-9M-22-64l-3-9"/></g><path fill="${body}" stroke="${ink.ink}" stroke-width="3" d="M0-34C8-34 10-24 9-16C13-6 11 12 8 20C8 44 5 64 0 80C-5 64-8 44-8 20C-11 12-13-6-9-16C-10-24-8-34 0-34z"/><path fill="none" stroke="${pale}" stroke-width="2.6" stroke-linecap="round" d="M-6 22q6 3 12 0M-6 31q6 3 12 0M-5 40q5 3 10 0M-4 49q4 2 8 0M-3 58q3 2 6 0"/><path fill="${pale}" d="M-8-8Q0-15 8-8Q5 8 0 12Q-5 8-8-8z"/><circle cx="-4" cy="-26" r="2.2" fill="${ink.contrast}"/><circle cx="4" cy="-26" r="2.2" fill="${ink.contrast}"/></g>`;
  return {
    ground: out,
    figure,
    front: '',
    air: '',
    focus: [157.5, y],
    face: [157.5, y - 10],
    head: { middle: [157.5, y - 20], reach: 60 },
  };
}
