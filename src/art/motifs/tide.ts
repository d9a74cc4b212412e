// Draws rows of curling waves with a small boat or an island.

import { disc, dot, range, smoothPath, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

/** Returns one row of waves: the water, the foam on the crests, and a ripple below each crest. */
function swells(
  scene: Scene,
  y: number,
  width: number,
  height: number,
): { water: string; lips: string; ripples: string } {
  const start = -scene.random.range(0.2, 0.9) * width;
  const swell = (w: number, a: number): [water: string, lip: string, ripple: string] => [
    svg`c${w * 0.25} 0 ${w * 0.4} ${-a} ${w * 0.82} ${-a}c${-w * 0.2} ${a * 0.12} ${-w * 0.24} ${a * 0.92} ${w * 0.18} ${a}`,
    // The upper half of the wave's rising side.
    svg`m${w * 0.344} ${-a * 0.5}c${w * 0.12} ${-a * 0.25} ${w * 0.256} ${-a * 0.5} ${w * 0.456} ${-a * 0.49}m${w * 0.2} ${a * 0.99}`,
    svg`m${w * 0.3} ${-a * 0.16}c${w * 0.12} ${-a * 0.2} ${w * 0.2} ${-a * 0.38} ${w * 0.3} ${-a * 0.42}m${w * 0.4} ${a * 0.58}`,
  ];
  const pair = [swell(width * 1.08, height * 1.08), swell(width * 0.9, height * 0.88)] as const;
  const count = Math.ceil((330 - start) / (width * 0.99));
  const row = (part: 0 | 1 | 2): string => {
    let path = svg`M${start} ${y}`;
    for (let i = 0; i < count; i += 1) path += (pair[i % 2 === 0 ? 0 : 1] as string[])[part];
    return path;
  };
  return { water: `${row(0)}V450H-60z`, lips: row(1), ripples: row(2) };
}

function boat(scene: Scene, x: number, y: number): string {
  const { ink, random } = scene;
  const side = random.chance(0.5) ? 1 : -1;
  const sail = mix(ink.sun, ink.highlight, 0.4);
  return svg`<g transform="translate(${x} ${y})scale(${side} 1)rotate(${random.range(-6, 1)})" stroke="${ink.ink}" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"><path fill="${ink.accent}" d="M-3-104C-10-68-26-36-46-16H-3z"/><path fill="${sail}" d="M4-110C36-84 50-48 52-16H4z"/><path fill="${ink.contrast}" stroke="none" d="M5-62Q26-58 46-46L49-34Q26-46 5-48z"/><path fill="none" stroke-width="1.2" opacity=".55" d="M5-86Q18-82 30-76M5-34Q28-34 50-26M-3-50Q-14-48-24-42"/><path fill="none" stroke-width="4" d="M0-116V-10"/><path fill="${ink.contrast}" stroke-width="1.8" d="M1-124L26-117L1-110z"/><path fill="${mix(ink.near, ink.accent, 0.2)}" d="M-56-10H60C56 6 46 14 32 16H-30C-44 12-54 2-56-10z"/><path fill="none" stroke="${ink.highlight}" stroke-width="2.4" d="M-50-4H54"/></g>`;
}

/** A boat at sea, or an island. */
export function drawTide(scene: Scene): Layers {
  const { random, ink } = scene;
  const isIsland = scene.motif === 'island';
  const x = scene.step % 2 === 1 ? random.range(90, 120) : random.range(195, 225);
  const y = random.range(96, 116);
  let out = stars(scene, ink.dark ? 40 : 12, 170) + disc(ink, x, y, random.range(48, 60));
  out += svg`<path fill="${ink.layer(0.08)}" d="${range(random, 204, 24, 8, false)}"/>`;
  const ground = out;
  out = '';
  const islandX = x < 157 ? 92 : 222;
  if (isIsland) {
    out += svg`<g transform="translate(${islandX} 222)scale(1.5)"><path fill="${ink.layer(0.45)}" d="M-70-6Q-20-44 10-38T76-4z"/><path fill="none" stroke="${ink.ink}" stroke-width="4" stroke-linecap="round" d="M0-32q-6-30 6-58"/><path fill="${ink.ink}" d="M6-90q-18-14-36 2q20-4 36 0q-24 2-28 22q12-16 28-20q2 10 14 20q0-14-12-21q22 0 30 12q-4-20-28-15q8-12 22-10q-16-12-26 10z"/></g>`;
  }
  const rows = [
    { y: 222, width: 46, height: 13 },
    { y: 244, width: 58, height: 20 },
    { y: 272, width: 74, height: 27 },
    { y: 306, width: 92, height: 34 },
    { y: 346, width: 110, height: 40 },
  ];
  const boatX = x < 157 ? random.range(206, 224) : random.range(88, 108);
  rows.forEach((row, i) => {
    const { water, lips, ripples } = swells(scene, row.y, row.width, row.height);
    const fill = ink.layer(0.24 + i * 0.15);
    const foam = mix(fill, ink.sun, 0.85);
    out += svg`<path fill="${fill}" d="${water}"/>`;
    if (i === 0) {
      let glitter = '';
      for (let line = 0; line < 4; line += 1) {
        const w = 84 - line * 16;
        glitter += svg`M${x - w / 2 + random.range(-6, 6)} ${220 + line * 6}h${w}`;
      }
      out += svg`<path stroke="${ink.sun}" stroke-width="2.6" stroke-linecap="round" opacity=".7" d="${glitter}"/>`;
    } else {
      out += svg`<g fill="none" stroke="${foam}" stroke-linecap="round"><path stroke-width="${1.6 + i * 0.7}" d="${lips}"/><path stroke-width="1.4" opacity=".55" d="${ripples}"/></g>`;
    }
    if (i === 1 && !isIsland) out += boat(scene, boatX, 258);
  });
  let spray = '';
  for (let i = 0; i < 9; i += 1) {
    spray += dot(random.range(16, 300), random.range(250, 340), random.range(0.8, 2));
  }
  let gulls = '';
  for (let i = 0; i < 3; i += 1) {
    gulls += svg`M${boatX - 50 + i * 22} ${78 + ((i * 17) % 26)}q6-7 10 0q4-7 10 0`;
  }
  const trench = smoothPath([
    [-10, 372],
    [80, 364],
    [180, 376],
    [330, 366],
  ]);
  const front = svg`<path fill="${ink.ink}" d="${trench}V450H-10z"/>`;
  const air = svg`<path fill="${ink.sun}" opacity=".8" d="${spray}"/><path fill="none" stroke="${ink.ink}" stroke-width="2" stroke-linecap="round" d="${gulls}"/>`;
  return {
    ground,
    figure: out,
    front,
    air,
    focus: [157.5, 230],
    face: isIsland ? [islandX, 196] : [boatX, 236],
    isView: true,
  };
}
