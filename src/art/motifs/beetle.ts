// Draws a beetle from above. One half is drawn and mirrored.

import {
  disc,
  dot,
  inTurn,
  range,
  rays,
  stars,
  svg,
  taper,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { mix, shade } from '../palette.ts';

/** A beetle with horns or pincers. */
export function drawBeetle(scene: Scene): Layers {
  const { random, ink, rank, step } = scene;
  const x = 157.5;
  const y = 200;
  const wing = random.chance(0.5) ? ink.accent : ink.tone(0.66, 0.16, -40);
  const dark = shade(wing, 0.6);
  const pale = mix(wing, ink.sun, 0.5);
  let out = rays(ink, x, y - 40, 22, rank > 2 ? 0.2 : 0.11) + stars(scene, 34, 310);
  out += disc(ink, x, y - 40, 96);
  out += svg`<path fill="${ink.layer(0.5)}" d="${range(random, 318, 14, 5, true)}"/><path fill="${ink.near}" d="${range(random, 342, 9, 6, true)}"/>`;
  const legs =
    'M40-30C72-40 84-62 112-72L124-92M52 10C84 10 104 4 126 14L142 8M46 48C74 62 84 84 100 104L98 124';
  const spots = inTurn(
    [
      dot(32, -4, 13) + dot(40, 40, 10) + dot(22, 70, 8),
      'M14-24Q40-14 62-10L60 4Q36 0 14-8zM12 26Q36 34 56 32L50 46Q30 48 12 42z',
      '',
    ],
    step,
  );
  const weapon =
    step % 2 === 1
      ? svg`<path fill="${dark}" d="${taper([12, -96], [58, -130], [22, -166], 17, 2)}"/><path fill="${dark}" d="M34-134l-18-6 14-8z"/>`
      : svg`<path fill="${dark}" d="${taper([10, -98], [34, -124], [50, -152], 12, 2)}"/>`;
  const half = svg`<g id="h"><path fill="none" stroke-width="12" d="${legs}"/><path fill="none" stroke="${dark}" stroke-width="5" d="${legs}"/>${weapon}<path fill="none" stroke-width="3" d="M14-92C30-104 54-104 74-120"/><path fill="${wing}" d="M0-46C40-52 70-26 70 16C70 66 38 108 0 118z"/><path fill="${dark}" stroke="none" opacity=".5" d="M44-38C62-24 68-4 68 16C68 62 40 102 6 115C44 84 62 30 44-38z"/><path fill="${dark}" stroke-width="2.4" d="${spots}"/><path fill="none" stroke="${pale}" stroke-width="4.6" d="M14-34C34-36 48-24 54-6"/></g>`;
  const figure = svg`<g transform="translate(${x} ${y})" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${half}<use href="#h" transform="scale(-1 1)"/><path fill="${shade(wing, 0.4)}" d="M-50-50C-52-80-28-94 0-94S52-80 50-50Q0-34-50-50z"/><path fill="none" stroke="${pale}" stroke-width="3.4" d="M-34-62Q-28-80-8-84"/><path fill="${dark}" d="M-26-90C-28-112-14-122 0-122S28-112 26-90Q0-80-26-90z"/><path fill="${ink.highlight}" stroke-width="2.4" d="${dot(-19, -104, 6)}${dot(19, -104, 6)}"/></g>`;
  return { ground: out, figure, front: '', air: '', focus: [x, y - 14], face: [x, y - 30] };
}
