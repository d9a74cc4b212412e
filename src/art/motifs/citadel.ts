// Draws a stepped temple, or a castle with pointed towers. Light falls on the left side.

import { disc, dot, range, rays, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

interface Stone {
  light: string;
  dark: string;
  trim: string;
  window: string;
}

function steppedTemple(scene: Scene, stone: Stone): string {
  const { random, ink } = scene;
  const tiers = random.whole(4, 6);
  const foot = 352;
  const tierHeight = 176 / tiers;
  let out = '';
  let windows = '';
  let trims = '';
  let shadows = '';
  for (let i = 0; i < tiers; i += 1) {
    const half = 124 - (i * 92) / (tiers - 0.4);
    const y = foot - (i + 1) * tierHeight;
    const h = tierHeight - 1;
    const top = half * 0.93;
    out += svg`<path fill="${stone.dark}" stroke="${ink.ink}" stroke-width="3" d="M${-half} ${y + h}L${-top} ${y}H${top}L${half} ${y + h}z"/><path fill="${stone.light}" d="M${-half + 2} ${y + h}L${-top + 1} ${y + 1}H${-half * 0.16}V${y + h}z"/>`;
    shadows += svg`M${-top} ${y + 7}H${top}`;
    trims += svg`M${-top - 7} ${y}H${top + 7}`;
    const count = Math.max(3, Math.round(top / 9));
    const gap = (top * 1.7) / count;
    for (let j = 0; j < count; j += 1) {
      const wx = (j - (count - 1) / 2) * gap;
      if (i === 0 && Math.abs(wx) < 24) continue;
      windows += svg`M${wx} ${y + h * 0.5}v${h * 0.26}`;
    }
  }
  const roofY = foot - tiers * tierHeight;
  const roofHalf = 124 - ((tiers - 1) * 92) / (tiers - 0.4) - 4;
  const roofTop = roofY - random.range(38, 54);
  out += svg`<path stroke="${ink.ink}" stroke-width="5" opacity=".35" d="${shadows}"/><path stroke="${stone.window}" stroke-width="3.6" stroke-linecap="round" d="${windows}"/><path stroke="${ink.ink}" stroke-width="7.5" stroke-linecap="round" d="${trims}"/><path stroke="${stone.trim}" stroke-width="3.4" stroke-linecap="round" d="${trims}"/>`;
  out += svg`<path fill="${shade(ink.accent, 0.4)}" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" d="M0 ${roofTop}L${roofHalf} ${roofY}H${-roofHalf}z"/><path fill="${ink.accent}" d="M0 ${roofTop + 3}L${-roofHalf + 2} ${roofY - 1}H${-roofHalf * 0.1}z"/>`;
  out += svg`<path fill="${stone.window}" stroke="${ink.ink}" stroke-width="3" d="M-15 ${foot + 2}V${foot - 22}a15 15 0 0 1 30 0V${foot + 2}z"/>`;
  return out;
}

function tower(
  scene: Scene,
  stone: Stone,
  x: number,
  top: number,
  half: number,
  roof: number,
): string {
  const { ink } = scene;
  const cap = half * 1.3;
  const merlon = (cap * 2) / 7;
  let crown = svg`M${x - cap} ${top + 16}V${top}`;
  for (let i = 0; i < 7; i += 1) crown += svg`h${merlon}v${i % 2 === 0 ? 7 : -7}`;
  crown = svg`${crown}V${top + 16}z`;
  let windows = '';
  for (let y = top + 36; y < 300; y += 42) {
    windows += svg`M${x + (half > 20 ? -half * 0.36 : 0)} ${y}v9`;
    if (half > 20) windows += svg`M${x + half * 0.36} ${y + 14}v9`;
  }
  const spire =
    roof > 0
      ? svg`<path fill="${shade(ink.accent, 0.42)}" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" d="M${x} ${top - roof}L${x + cap} ${top + 3}H${x - cap}z"/><path fill="${ink.accent}" d="M${x - 0.5} ${top - roof + 5}L${x - cap + 3} ${top + 1.5}H${x - cap * 0.12}z"/><path fill="${ink.contrast}" stroke="${ink.ink}" stroke-width="1.8" stroke-linejoin="round" d="M${x} ${top - roof - 18}l17 5-17 6z"/><path stroke="${ink.ink}" stroke-width="2.6" stroke-linecap="round" d="M${x} ${top - roof - 18}v20"/>`
      : '';
  const crownPart =
    roof > 0
      ? svg`<path fill="${stone.trim}" stroke="${ink.ink}" stroke-width="2.4" d="M${x - cap} ${top}h${cap * 2}v8h${-cap * 2}z"/>`
      : svg`<path fill="${stone.trim}" stroke="${ink.ink}" stroke-width="2.6" stroke-linejoin="round" d="${crown}"/>`;
  return svg`<path fill="${stone.dark}" stroke="${ink.ink}" stroke-width="3" d="M${x - half} ${top}h${half * 2}L${x + half * 1.1} 360H${x - half * 1.1}z"/><path fill="${stone.light}" d="M${x - half + 1.5} ${top}H${x - half * 0.1}V360H${x - half * 1.1 + 1.5}z"/><path stroke="${stone.window}" stroke-width="4.6" stroke-linecap="round" d="${windows}"/>${spire}${crownPart}`;
}

function castle(scene: Scene, stone: Stone): string {
  const { random, ink } = scene;
  const near = (value: number): number => value + random.range(-8, 8);
  let out = tower(scene, stone, -48, near(176), 17, near(48));
  out += tower(scene, stone, 50, near(164), 17, near(50));
  out += tower(scene, stone, 0, near(138), 24, near(66));
  out += tower(scene, stone, -98, near(226), 19, random.chance(0.6) ? near(46) : 0);
  out += tower(scene, stone, 99, near(232), 19, random.chance(0.6) ? near(44) : 0);
  let wall = 'M-92 360V292';
  for (let i = 0; i < 15; i += 1) wall += i % 2 === 0 ? 'v-8h12.3' : 'v8h12.2';
  out += svg`<path fill="${stone.dark}" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" d="${wall}V360z"/><path fill="${stone.light}" d="M-90 296H-22V360H-90z"/><path fill="none" stroke="${ink.ink}" stroke-width="1.6" opacity=".4" d="M-84 308h16m12 0h14M-70 320h18M-86 334h14m18 0h16M44 308h16m10 10h16M40 330h20"/>`;
  out += svg`<path fill="${stone.trim}" stroke="${ink.ink}" stroke-width="3" d="M-25 362V322a25 25 0 0 1 50 0V362z"/><path fill="${stone.window}" stroke="${ink.ink}" stroke-width="2" d="M-16 362V324a16 16 0 0 1 32 0V362z"/><path stroke="${ink.ink}" stroke-width="1.8" opacity=".7" d="M-8 310V350M0 308V350M8 310V350M-16 326H16M-16 338H16"/>`;
  return out;
}

/** A temple or castle with lit windows. */
export function drawCitadel(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const isCastle = scene.motif === 'castle';
  const base = ink.layer(0.62);
  const stone: Stone = {
    light: mix(base, ink.sun, 0.2),
    dark: mix(ink.near, base, 0.35),
    trim: mix(base, ink.sun, 0.62),
    window: ink.highlight,
  };
  const sunY = isCastle ? 132 : 122;
  let out = rays(ink, 157, sunY, rank > 2 ? 28 : 22, rank > 2 ? 0.2 : 0.12);
  out += stars(scene, 44, 260) + disc(ink, 157, sunY, random.range(60, 72));
  out += svg`<path fill="${ink.layer(0.12)}" d="${range(random, 262, 34, 8, false)}"/><path fill="url(#m)" d="M-20 230h360v70H-20z"/><path fill="${ink.layer(0.4)}" d="${range(random, 302, 24, 9, false)}"/>`;
  const figure = svg`<g transform="translate(157.5)">${isCastle ? castle(scene, stone) : steppedTemple(scene, stone)}</g>`;
  const front = svg`<path fill="${mix(ink.near, ink.ink, 0.4)}" d="M-20 354Q80 344 157 352T340 352V450H-20z"/><path fill="${stone.window}" opacity=".8" d="M146 354h22l34 96h-92z"/>`;
  let lamps = '';
  for (let i = 0; i < 10; i += 1) {
    lamps += dot(random.range(24, 292), random.range(180, 336), random.range(0.7, 1.7));
  }
  const air = svg`<path fill="${ink.highlight}" d="${lamps}"/>`;
  return { ground: out, figure, front, air, focus: [157.5, 228], face: [157.5, 216], foot: 352 };
}
