// Mushrooms in a dark wood, the tall one in the light.

import { disc, dot, range, stars, svg, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

interface Mushroom {
  x: number;
  top: number;
  half: number;
  colour: string;
  lean: number;
}

function mushroom(scene: Scene, one: Mushroom): string {
  const { ink, random } = scene;
  const { half: r, colour } = one;
  const foot = 366;
  const stem = r * 0.2 + 2;
  const capHeight = r * random.range(0.78, 1);
  const pale = mix(colour, ink.sun, 0.8);
  const shade = mix(pale, ink.skyTop, 0.42);
  const pen = svg`stroke="${ink.ink}" stroke-width="${r > 34 ? 4.4 : 3.2}" stroke-linejoin="round"`;
  const y = one.top + capHeight;
  let spots = '';
  const spotCount = r > 34 ? 7 : 4;
  for (let i = 0; i < spotCount; i += 1) {
    const u = -0.76 + (1.52 * (i + 0.5)) / spotCount + random.range(-0.06, 0.06);
    const v = random.range(0.22, 0.78) * Math.sqrt(1 - u * u);
    const size = r * random.range(0.06, 0.13);
    spots += svg`<ellipse cx="${u * r}" cy="${-v * capHeight}" rx="${size * 1.2}" ry="${size}"/>`;
  }
  const gill = r * 0.16;
  let gills = '';
  for (let i = -4; i <= 4; i += 1) gills += svg`M${i * r * 0.06} ${gill * 1.5}L${i * r * 0.2} 1`;
  const ring =
    r > 26
      ? svg`<path fill="${pale}" ${pen} d="M${-stem * 1.25} ${r * 0.62}Q0 ${r * 0.78} ${stem * 1.25} ${r * 0.62}L${stem * 1.9} ${r * 0.84}Q0 ${r * 1.02} ${-stem * 1.9} ${r * 0.84}z"/>`
      : '';
  return svg`<g transform="translate(${one.x} ${y})"><path fill="${pale}" ${pen} d="M${-stem * 0.8} 0C${-stem * 0.6} ${(foot - y) * 0.4} ${-stem * 1.2 + one.lean} ${(foot - y) * 0.7} ${-stem * 1.5 + one.lean} ${foot - y}H${stem * 1.5 + one.lean}C${stem * 1.2 + one.lean} ${(foot - y) * 0.7} ${stem * 0.6} ${(foot - y) * 0.4} ${stem * 0.8} 0z"/><path fill="${shade}" d="M${stem * 0.16} 2C${stem * 0.3} ${(foot - y) * 0.4} ${stem * 0.3 + one.lean} ${(foot - y) * 0.7} ${stem * 0.4 + one.lean} ${foot - y}H${stem * 1.3 + one.lean}C${stem + one.lean} ${(foot - y) * 0.7} ${stem * 0.5} ${(foot - y) * 0.4} ${stem * 0.7} 2z"/>${ring}<path fill="${shade}" ${pen} d="M${-r} 0Q0 ${gill * 2.8} ${r} 0Q0 ${-gill * 1.2} ${-r} 0z"/><path fill="none" stroke="${ink.ink}" stroke-width="1.2" opacity=".55" d="${gills}"/><path fill="${colour}" ${pen} d="M${-r} 1C${-r * 1.04} ${-capHeight * 0.7} ${-r * 0.5} ${-capHeight} 0 ${-capHeight}S${r * 1.04} ${-capHeight * 0.7} ${r} 1Q0 ${-gill * 1.1} ${-r} 1z"/><path fill="${ink.ink}" opacity=".17" d="M${r * 0.25} ${-capHeight * 0.96}C${r * 0.76} ${-capHeight * 0.86} ${r} ${-capHeight * 0.5} ${r * 0.98} -1Q${r * 0.7} ${-gill * 0.5} ${r * 0.42} ${-gill * 0.5}Q${r * 0.7} ${-capHeight * 0.5} ${r * 0.25} ${-capHeight * 0.96}z"/><g fill="${pale}">${spots}</g><path fill="none" stroke="${ink.sun}" stroke-width="2.4" stroke-linecap="round" opacity=".85" d="M${-r * 0.86} ${-capHeight * 0.36}Q${-r * 0.7} ${-capHeight * 0.78} ${-r * 0.3} ${-capHeight * 0.9}"/></g>`;
}

export function drawFungi(scene: Scene): string {
  const { random, ink } = scene;
  const side = random.chance(0.5) ? 1 : -1;
  const at = (offset: number): number => 157 + side * offset;
  let out = stars(scene, 36, 320);
  out += disc(ink, at(-44), 110, 44);
  let trunks = '';
  for (const offset of [-148, -104, -34, 84, 126, 150]) {
    const w = random.range(10, 26);
    trunks += svg`M${at(offset + random.range(-8, 8)) - w / 2} 0h${w}l${w * 0.3} 360h${-w * 1.6}z`;
  }
  out += svg`<path fill="${ink.layer(0.45)}" opacity=".5" d="${trunks}"/><path fill="${ink.layer(0.45)}" d="${range(random, 288, 14, 6, true)}"/>`;
  const main = random.chance(0.5) ? ink.accent : ink.tone(0.72, 0.15, 0);
  const second = ink.contrast;
  const list: Mushroom[] = [
    { x: at(104), top: 226, half: 34, colour: second, lean: side * 4 },
    { x: at(-76), top: 214, half: 36, colour: mix(main, ink.sun, 0.22), lean: side * -5 },
    { x: at(8), top: 84 + random.range(-8, 12), half: random.range(82, 92), colour: main, lean: 0 },
    { x: at(-112), top: 258, half: 27, colour: second, lean: side * -3 },
    { x: at(64), top: 280, half: 23, colour: mix(main, ink.sun, 0.35), lean: side * 3 },
  ];
  for (const one of list) out += mushroom(scene, one);
  let spores = '';
  for (let i = 0; i < 22; i += 1) {
    spores += dot(random.range(20, 296), random.range(150, 340), random.range(0.8, 2.3));
  }
  out += svg`<path fill="${ink.near}" d="${range(random, 340, 10, 6, true)}"/><path fill="${ink.sun}" opacity=".9" d="${spores}"/>`;
  return out;
}
