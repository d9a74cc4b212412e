// Draws mushrooms in a dark wood. Light falls on the tall mushroom.

import { disc, dot, range, stars, svg, trunk, type Layers, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

interface Mushroom {
  id: string;
  /** `half`: half the width of the cap. `stem`: the height from the cap to the foot. */
  half: number;
  stem: number;
  spots: number;
}

/** A mushroom whose cap's rim has its middle at 0, 0. The `<use>` that shows the mushroom sets the cap's colour. */
function mushroom(scene: Scene, one: Mushroom): string {
  const { ink, random } = scene;
  const { half: r, stem: h } = one;
  const w = r * 0.2 + 2;
  const cap = r * random.range(0.8, 1);
  const pale = mix(ink.sun, ink.skyBottom, 0.12);
  const shade = mix(pale, ink.skyTop, 0.42);
  const gill = r * 0.16;
  let spots = '';
  for (let i = 0; i < one.spots; i += 1) {
    const u = -0.8 + (1.6 * (i + 0.5)) / one.spots;
    const v = (i % 2 === 0 ? 0.3 : 0.7) * Math.sqrt(1 - u * u) + random.range(-0.05, 0.05);
    const size = r * random.range(0.06, 0.12);
    spots += dot(u * r, -v * cap, size);
  }
  let gills = '';
  for (let i = -4; i <= 4; i += 1) gills += svg`M${i * r * 0.06} ${gill * 1.4}L${i * r * 0.2} 1`;
  const foot = svg`C${w * 1.1} ${h * 0.7} ${w * 0.6} ${h * 0.4} ${w * 0.8} 0z`;
  return svg`<g id="${one.id}" stroke="${ink.ink}" stroke-width="${r > 40 ? 4.4 : 3.4}" stroke-linejoin="round"><path fill="${pale}" d="M${-w * 0.8} 0C${-w * 0.6} ${h * 0.4} ${-w * 1.1} ${h * 0.7} ${-w * 1.6} ${h}H${w * 1.6}${foot}"/><path fill="${shade}" stroke="none" d="M${w * 0.1} 2Q${w * 0.2} ${h * 0.5} ${w * 0.5} ${h}H${w * 1.4}C${w} ${h * 0.7} ${w * 0.5} ${h * 0.4} ${w * 0.7} 2z"/><path fill="${pale}" d="M${-w * 1.1} ${r * 0.56}Q0 ${r * 0.72} ${w * 1.1} ${r * 0.56}L${w * 1.8} ${r * 0.8}Q${w} ${r * 0.86} ${w * 0.7} ${r * 0.96}Q${w * 0.2} ${r * 0.86} ${-w * 0.4} ${r * 0.95}Q${-w} ${r * 0.84} ${-w * 1.8} ${r * 0.8}z"/><path fill="${shade}" d="M${-r} 0Q0 ${gill * 2.8} ${r} 0Q0 ${-gill * 1.2} ${-r} 0z"/><path fill="none" stroke-width="1.2" opacity=".55" d="${gills}"/><path fill="currentColor" d="M${-r} 1C${-r * 1.04} ${-cap * 0.7} ${-r * 0.5} ${-cap} 0 ${-cap}S${r * 1.04} ${-cap * 0.7} ${r} 1Q0 ${-gill * 1.1} ${-r} 1z"/><g stroke="none"><path fill="${pale}" d="${spots}"/><path fill="${ink.ink}" opacity=".2" d="M${r * 0.25} ${-cap * 0.96}C${r * 0.76} ${-cap * 0.86} ${r} ${-cap * 0.5} ${r * 0.98} -1L${r * 0.42} ${-gill * 0.5}Q${r * 0.7} ${-cap * 0.5} ${r * 0.25} ${-cap * 0.96}z"/></g><path fill="none" stroke="${ink.sun}" stroke-width="2.6" stroke-linecap="round" opacity=".9" d="M${-r * 0.86} ${-cap * 0.36}Q${-r * 0.7} ${-cap * 0.78} ${-r * 0.3} ${-cap * 0.9}"/></g>`;
}

/** Several mushrooms among trees. */
export function drawFungi(scene: Scene): Layers {
  const { random, ink } = scene;
  const side = scene.step % 2 === 1 ? 1 : -1;
  const at = (offset: number): number => 157 + side * offset;
  let out = stars(scene, 36, 320) + disc(ink, at(-44), 104, 46);
  let trunks = '';
  for (const offset of [-128, -92, -34, 84, 124]) {
    trunks += trunk(random, at(offset + random.range(-8, 8)), random.range(12, 24), 320);
  }
  out += svg`<path fill="${ink.layer(0.22)}" d="${trunks}"/><path fill="${ink.layer(0.45)}" d="${range(random, 288, 14, 6, true)}"/>`;
  const ground = out;
  out = '';
  const main = random.chance(0.5) ? ink.accent : ink.tone(0.72, 0.15, 0);
  const second = ink.contrast;
  const half = random.range(80, 90);
  const y = 162 + random.range(-8, 8);
  out += `<defs>${mushroom(scene, { id: 'small', half: 34, stem: 128, spots: 5 })}</defs>`;
  const small = (x: number, top: number, scale: number, colour: string): string =>
    svg`<use href="#small" color="${colour}" transform="translate(${x} ${top})scale(${scale * side} ${scale})"/>`;
  out += small(at(104), 254 + random.range(-8, 8), 1, second);
  out += small(at(-82), 244 + random.range(-10, 8), 1.08, mix(main, ink.sun, 0.24));
  out += svg`<g color="${main}" transform="translate(${at(10)} ${y})">${mushroom(scene, { id: 'tall', half, stem: 200, spots: 8 })}</g>`;
  out += small(at(-118), 284, 0.76, second) + small(at(70), 302, 0.64, mix(main, ink.sun, 0.36));
  let spores = '';
  for (let i = 0; i < 20; i += 1) {
    spores += dot(random.range(20, 296), random.range(150, 340), random.range(0.8, 2.3));
  }
  const front = svg`<path fill="${ink.near}" d="${range(random, 342, 8, 6, true)}"/>`;
  const air = svg`<path fill="${ink.sun}" opacity=".9" d="${spores}"/>`;
  return { ground, figure: out, front, air, focus: [at(0), 220], face: [at(10), 186], foot: 360 };
}
