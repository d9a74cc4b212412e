// Draws a lantern with a flame, and an egg in a nest.

import {
  disc,
  dot,
  inTurn,
  range,
  rays,
  sparkle,
  stars,
  svg,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { mix, shade } from '../palette.ts';

const X = 157.5;

/** A lantern that hangs on a chain. */
export function drawLantern(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const glass = mix(ink.tone(0.84, 0.12, 0), ink.sun, 0.5);
  const flame = ink.tone(0.7, 0.18, -20);
  const iron = mix(ink.near, ink.layer(0.3), 0.3);
  let out = rays(ink, X, 196, 24, rank > 2 ? 0.22 : 0.13) + stars(scene, 44, 300);
  out += svg`<circle cx="${X}" cy="196" r="170" fill="url(#g)"/>`;
  out += svg`<path fill="${ink.layer(0.45)}" d="${range(random, 306, 20, 6, true)}"/><path fill="${ink.near}" d="${range(random, 338, 10, 6, true)}"/>`;
  const figure = svg`<g transform="translate(${X} 190)" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path fill="none" stroke-width="9" d="M0-290V-150"/><path fill="none" stroke="url(#a)" stroke-width="5" stroke-dasharray="11 5" d="M0-290V-150.01"/><path fill="none" stroke-width="12" d="M-34-92C-34-140-20-150 0-150S34-140 34-92"/><path fill="none" stroke="url(#a)" stroke-width="5" d="M-34-92C-34-140-20-150 0-150S34-140 34-92"/><path fill="${glass}" d="M-46-62H46L62 62H-62z"/><path fill="${mix(glass, '#ffffff', 0.6)}" stroke="none" d="M-30-56H-12L-22 58H-48z"/><g stroke-width="3"><path fill="${flame}" d="M2-44C30-10 34 14 24 34Q14 52 0 52Q-18 52-25 34C-32 14-14 2-10-22C-2-14 0-8 2-4C8-18 6-32 2-44z"/><path fill="${ink.highlight}" stroke="none" d="M2 0C14 16 16 28 10 38Q6 45 0 45Q-8 45-12 37C-16 24-4 18 2 0z"/></g><path fill="none" stroke-width="7" d="M0-62V62M-46-62L-62 62M46-62L62 62"/><path fill="url(#a)" d="M-58-66Q-40-100-8-104H8Q40-100 58-66z"/><path fill="url(#a)" d="M-74 60H74L66 84H-66z"/><path fill="${iron}" d="M-40 84H40L22 104H-22z"/><path fill="${ink.accent}" stroke-width="2.4" d="M0-94l9 12-9 12-9-12z"/></g>`;
  let moths = '';
  for (let i = 0; i < 9; i += 1) {
    const angle = random.range(0, Math.PI * 2);
    const far = random.range(86, 136);
    moths += sparkle(X + Math.cos(angle) * far, 190 + Math.sin(angle) * far, random.range(3, 7));
  }
  const air = svg`<path fill="${ink.sun}" d="${moths}"/>`;
  return { ground: out, figure, front: '', air, focus: [X, 186], face: [X, 190] };
}

/** An egg. It does not show which creature will hatch. */
export function drawEgg(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const skin = mix(ink.highlight, ink.accent, 0.16);
  const mark = ink.contrast;
  const straw = mix('#c89a5a', ink.ink, 0.34);
  let out = rays(ink, X, 190, 22, rank > 2 ? 0.22 : 0.12) + stars(scene, 36, 300);
  out += disc(ink, X, 176, 108);
  out += svg`<path fill="${ink.layer(0.3)}" d="${range(random, 286, 24, 7, true)}"/><path fill="${ink.layer(0.62)}" d="${range(random, 318, 12, 6, true)}"/>`;
  const marks = inTurn(
    [
      dot(-30, -60, 16) +
        dot(26, -36, 20) +
        dot(-44, 6, 13) +
        dot(6, 18, 12) +
        dot(50, 16, 10) +
        dot(8, -96, 9),
      'M-90-14L-60-34L-30-12L0-36L30-12L60-34L90-14V16L60-4L30 18L0-6L-30 18L-60-4L-90 16z',
      'M-26-110Q0-92 26-110L40-78Q0-58-40-78zM-80 8Q0 44 80 8L76 40Q0 74-76 40z',
    ],
    step,
  );
  let twigs = '';
  for (let i = 0; i < 26; i += 1) {
    const tx = -104 + i * 8.2 + random.range(-5, 5);
    const lean = random.range(-26, 26);
    twigs += svg`M${tx - lean} ${94 + random.range(-8, 30)}L${tx + lean} ${86 + random.range(-14, 28)}`;
  }
  const figure = svg`<g transform="translate(${X} 218)" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path fill="${shade(straw, 0.4)}" d="M-118 70Q0 40 118 70L100 132Q0 150-100 132z"/><path id="e" fill="${skin}" d="M0-132C52-132 88-52 88 8C88 66 50 98 0 98S-88 66-88 8C-88-52-52-132 0-132z"/><clipPath id="c"><use href="#e"/></clipPath><g clip-path="url(#c)" stroke="none"><path fill="${mark}" d="${marks}"/><path fill="${ink.ink}" opacity=".2" d="M34-126C96-60 90 70 10 100H100V-126z"/></g><path fill="none" stroke="#fff" stroke-width="7" opacity=".85" d="M-62-22C-58-58-44-86-26-102"/><path fill="none" stroke-width="9" d="${twigs}"/><path fill="none" stroke="${straw}" stroke-width="5" d="${twigs}"/></g>`;
  const front = svg`<path fill="${ink.near}" d="${range(random, 352, 7, 6, true)}"/>`;
  let motes = '';
  for (let i = 0; i < 7; i += 1) {
    motes += sparkle(random.range(30, 286), random.range(50, 280), random.range(4, 8));
  }
  const air = svg`<path fill="${ink.sun}" d="${motes}"/>`;
  return { ground: out, figure, front, air, focus: [X, 206], face: [X, 200], foot: 362 };
}
