// Draws crystals that spread like a fan. Each crystal has three facets.

import { disc, range, rays, sparkle, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

interface Crystal {
  x: number;
  angle: number;
  height: number;
  width: number;
  colour: string;
}

function crystal(scene: Scene, one: Crystal): string {
  const { ink, random } = scene;
  const { height: h, width: w, colour } = one;
  const left = -w / 2;
  const right = w / 2;
  const edge = w * random.range(-0.22, -0.02);
  const tip = w * random.range(-0.12, 0.16);
  const shoulder = -h + w * random.range(0.55, 0.8);
  const low = shoulder + w * random.range(0.14, 0.26);
  const light = mix(colour, ink.sun, 0.42);
  const dark = shade(colour, 0.42);
  return svg`<g transform="translate(${one.x} 356)rotate(${one.angle})" stroke-linejoin="round"><path fill="${colour}" stroke="${ink.ink}" stroke-width="5" d="M${left} 0V${shoulder}L${tip} ${-h}L${right} ${shoulder}V0z"/><path fill="${light}" d="M${left} 0V${shoulder}L${edge} ${low}V0z"/><path fill="${dark}" d="M${right * 0.45} 0V${low * 0.995}L${right} ${shoulder}V0z"/><path fill="${mix(light, ink.sun, 0.6)}" d="M${left} ${shoulder}L${tip} ${-h}L${edge} ${low}z"/><path fill="${mix(dark, colour, 0.4)}" d="M${right} ${shoulder}L${tip} ${-h}L${right * 0.45} ${low}z"/><path fill="none" stroke="${ink.sun}" stroke-width="1.8" stroke-linecap="round" opacity=".9" d="M${left + w * 0.15} ${shoulder * 0.86}V${shoulder * 0.42}M${left + w * 0.15} ${shoulder * 0.34}v4M${edge + w * 0.14} ${low * 0.92}V${low * 0.7}"/></g>`;
}

/** The crystals in front of a pale sun. */
export function drawPrism(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const count = 6 + (scene.step % 3);
  const colours = [
    ink.accent,
    ink.contrast,
    ink.tone(0.62, 0.18, -70),
    mix(ink.accent, ink.sun, 0.25),
  ];
  const crystals: Crystal[] = [];
  const firstColour = scene.step % 4;
  for (let i = 0; i < count; i += 1) {
    const share = count === 1 ? 0.5 : i / (count - 1);
    const angle = -32 + 64 * share + random.range(-4, 4);
    const towardsCentre = 1 - Math.abs(share - 0.5) * 2;
    crystals.push({
      x: 157 + (share - 0.5) * 150,
      angle,
      height: 92 + 136 * towardsCentre ** 0.8 + random.range(-16, 16),
      width: 27 + 19 * towardsCentre + random.range(-3, 5),
      colour: colours[(firstColour + i) % colours.length] as string,
    });
  }
  const outsideIn = crystals.toSorted((a, b) => Math.abs(b.angle) - Math.abs(a.angle));
  let out = rays(ink, 157, 240, 24, rank > 2 ? 0.2 : 0.1) + stars(scene, 34, 240);
  out += disc(ink, 157, 176, random.range(66, 84));
  out += svg`<path fill="${ink.layer(0.15)}" d="${range(random, 262, 26, 8, false)}"/><path fill="${ink.layer(0.5)}" d="${range(random, 300, 20, 7, false)}"/>`;
  let figure = '';
  for (const one of outsideIn) figure += crystal(scene, one);
  const front = svg`<path fill="${ink.near}" d="${range(random, 340, 12, 10, false)}"/><path fill="${ink.ink}" d="${range(random, 352, 8, 8, false)}"/>`;
  let glints = '';
  for (let i = 0; i < 9; i += 1) {
    glints += sparkle(random.range(34, 282), random.range(40, 290), random.range(4, 9.5));
  }
  const air = svg`<path fill="${ink.sun}" d="${glints}"/>`;
  return { ground: out, figure, front, air, focus: [157, 244], face: [157, 214], foot: 354 };
}
