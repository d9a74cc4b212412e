// Draws a banded planet with rings and small moons, or a cratered moon with a comet.

import {
  dot,
  polyline,
  smoothPath,
  stars,
  svg,
  type Point,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { mix, shade } from '../palette.ts';

function ground(scene: Scene): string {
  const points: Point[] = [];
  for (let i = 0; i <= 15; i += 1) {
    points.push([i * 23 - 14, 336 - (i % 2) * scene.random.range(4, 22)]);
  }
  return svg`<path fill="${scene.ink.ink}" d="${polyline(points)}V450H-14z"/>`;
}

function ringedPlanet(scene: Scene, x: number, y: number): string {
  const { random, ink } = scene;
  const r = random.range(66, 80);
  const tilt = random.range(8, 20) * (random.chance(0.5) ? 1 : -1);
  const base = shade(ink.contrast, 0.3);
  const bands = [ink.accent, shade(base, 0.42), ink.contrast, mix(base, ink.sun, 0.4)];
  let out = '';
  const ring = [1.46, 1.6, 1.72, 1.86];
  const ringWidth = [5, 2, 6.5, 1.4];
  const arcs = (front: boolean): string =>
    ring
      .map((share, i) => {
        const rx = r * share;
        return svg`<path stroke-width="${ringWidth[i] as number}" d="M${-rx} 0a${rx} ${rx * 0.22} 0 0 ${front ? 0 : 1} ${rx * 2} 0"/>`;
      })
      .join('');
  const rings = (front: boolean): string =>
    svg`<g fill="none" stroke="${ink.highlight}" opacity="${front ? 0.92 : 0.5}">${arcs(front)}</g>`;
  let stripes = '';
  let bandY = -r * 0.86;
  for (let i = 0; i < 6; i += 1) {
    const h = r * random.range(0.1, 0.26);
    const wave = r * random.range(0.03, 0.09);
    stripes += svg`<path fill="${random.pick(bands)}" d="M${-r} ${bandY}q${r * 0.5} ${-wave} ${r} 0t${r} 0v${h}q${-r * 0.5} ${wave} ${-r} 0t${-r} 0z"/>`;
    bandY += h + r * random.range(0.06, 0.16);
  }
  out += svg`<g transform="translate(${x} ${y})rotate(${tilt})">${rings(false)}<circle r="${r}" fill="${base}"/><clipPath id="p"><circle r="${r}"/></clipPath><g clip-path="url(#p)">${stripes}</g><circle r="${r}" fill="url(#o)"/><path fill="none" stroke="${ink.highlight}" stroke-width="1.6" opacity=".7" d="M${-r * 0.9} ${-r * 0.35}A${r * 0.97} ${r * 0.97} 0 0 1 ${-r * 0.2} ${-r * 0.95}"/>${rings(true)}</g>`;
  return out;
}

function crateredMoon(scene: Scene, x: number, y: number): string {
  const { random, ink } = scene;
  const r = random.range(80, 94);
  const pale = mix(ink.sun, ink.tone(0.7, 0.12), 0.3);
  let light = '';
  let dark = '';
  for (let i = 0; i < 9; i += 1) {
    const angle = i * 2.39996 + random.range(0, 0.5);
    const distance = r * Math.sqrt((i + 0.4) / 10);
    const size = r * random.range(0.07, 0.2) * (1 - (0.3 * distance) / r);
    const at: Point = [Math.cos(angle) * distance, Math.sin(angle) * distance];
    light += dot(at[0] + 1.6, at[1] + 2, size);
    dark += dot(at[0], at[1], size);
  }
  const comet = random.range(-0.3, 0.3);
  return svg`<circle cx="${x}" cy="${y}" r="${r * 1.9}" fill="url(#g)"/><g transform="translate(${x} ${y})"><circle r="${r}" fill="${pale}"/><clipPath id="p"><circle r="${r}"/></clipPath><g clip-path="url(#p)"><path fill="${ink.sun}" d="${light}"/><path fill="${mix(pale, ink.skyTop, 0.42)}" d="${dark}"/><path fill="${ink.ink}" opacity=".5" d="M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r * 1.5} ${r * 1.5} 0 0 0 0 ${-r}"/></g></g><g transform="rotate(${comet * 60} 80 90)" fill="${ink.highlight}"><path opacity=".5" d="M36 76Q120 54 206 24Q120 74 42 92z"/><circle cx="39" cy="84" r="8.4"/></g>`;
}

/** A planet or a moon over a dark horizon. */
export function drawOrbit(scene: Scene): Layers {
  const { random, ink } = scene;
  const x = 157 + random.range(-14, 14);
  const y = 168 + random.range(-10, 8);
  let out = stars(scene, 96, 318);
  out += svg`<circle cx="${x}" cy="${y}" r="190" fill="url(#g)" opacity=".55"/>`;
  const sky = out;
  out = '';
  out += scene.motif === 'moon' ? crateredMoon(scene, x, y) : ringedPlanet(scene, x, y);
  let moons = '';
  let shades = '';
  for (let i = 0; i < 3; i += 1) {
    const angle = random.range(0, 1.2) + i * 2.1;
    const r = random.range(5, 11);
    const mx = x + Math.cos(angle) * 132;
    const my = y + Math.sin(angle) * 122;
    moons += dot(mx, my, r);
    shades += svg`M${mx - r * 0.2} ${my - r * 0.98}a${r} ${r} 0 1 1 0 ${r * 1.96}a${r * 1.2} ${r * 1.2} 0 0 0 0 ${-r * 1.96}z`;
  }
  out += svg`<path fill="${ink.sun}" d="${moons}"/><path fill="${mix(ink.ink, ink.skyTop, 0.4)}" d="${shades}"/>`;
  const far = smoothPath([
    [-10, 322],
    [50, 306],
    [120, 322],
    [200, 304],
    [270, 320],
    [330, 310],
  ]);
  const front = svg`<path fill="${ink.layer(0.8)}" d="${far}V450H-10z"/>${ground(scene)}`;
  return { ground: sky, figure: out, front, air: '', focus: [x, y] };
}
