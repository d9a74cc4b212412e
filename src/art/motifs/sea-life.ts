// Draws a turtle, a jellyfish, a shell with a pearl, or the tail of a whale.

import {
  disc,
  dot,
  range,
  rays,
  smoothPath,
  sparkle,
  stars,
  svg,
  type Layers,
  type Point,
  type Scene,
} from '../drawing.ts';
import { mix, shade } from '../palette.ts';

const X = 157.5;

/** Shafts of light in deep water, and weed on the sea floor. */
function underWater(scene: Scene): string {
  const { random, ink } = scene;
  let weed = '';
  for (let i = 0; i < 7; i += 1) {
    const x = i < 4 ? random.range(-4, 70) : random.range(246, 318);
    const h = random.range(60, 170);
    weed += svg`M${x} 366q${-random.range(10, 18)} ${-h * 0.25} 0 ${-h * 0.5}t0${-h * 0.5}`;
  }
  return svg`<circle cx="157" cy="120" r="200" fill="url(#g)" opacity=".8"/><path fill="${ink.ray}" opacity=".26" d="M40-20h46L-10 400h-90zM128-20h32l-8 420H66zM206-20h46l96 420H238z"/><path fill="${ink.layer(0.45)}" d="${range(random, 306, 14, 5, true)}"/><path fill="none" stroke="${ink.layer(0.62)}" stroke-width="10" stroke-linecap="round" d="${weed}"/><path fill="${ink.layer(0.82)}" d="${range(random, 336, 10, 6, true)}"/>`;
}

function bubbles({ random, ink }: Scene): string {
  let path = '';
  for (let i = 0; i < 12; i += 1) {
    path += dot(random.range(20, 296), random.range(36, 320), random.range(2, 5.5));
  }
  return svg`<path fill="none" stroke="${ink.sun}" stroke-width="1.5" opacity=".7" d="${path}"/>`;
}

/** A turtle seen from above, swimming upwards. */
export function drawTurtle(scene: Scene): Layers {
  const { ink, step } = scene;
  const skin = mix(ink.tone(0.7, 0.12, 120), ink.sun, 0.1);
  const dark = shade(skin, 0.42);
  const plate = mix(ink.accent, ink.near, 0.16);
  const pale = mix(plate, ink.sun, 0.4);
  let rim = '';
  for (let i = 0; i < 20; i += 1) {
    const angle = (i / 20) * Math.PI * 2;
    rim += svg`M${Math.cos(angle) * 66} ${Math.sin(angle) * 80}L${Math.cos(angle) * 82} ${Math.sin(angle) * 97}`;
  }
  const half = svg`<g id="h"><path fill="${skin}" d="M44-58C72-100 118-118 146-92C128-84 112-58 78-30z"/><path fill="${skin}" d="M52 62C78 70 94 92 90 120C72 118 50 104 38 84z"/><path stroke="none" fill="${dark}" d="M84-74l14-6-4 14zM106-86l13-3-6 13zM72-54l12-8-3 14zM66 84l11 2-5 11zM76 100l8 4-7 7z"/></g>`;
  const plates =
    'M0-72L26-52V-20L0-4L-26-20V-52zM0-4L26 12V44L0 62L-26 44V12zM26-52L58-44L66-8L52 4L26-20zM26 12L52 4L62 26L46 58L26 44zM-26-52L-58-44L-66-8L-52 4L-26-20zM-26 12L-52 4L-62 26L-46 58L-26 44z';
  const figure = svg`<g transform="translate(${X} 190)rotate(${step % 2 === 1 ? 24 : -24})" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path fill="${skin}" d="M-8 92Q0 132 8 92z"/>${half}<use href="#h" transform="scale(-1 1)"/><path fill="${skin}" d="M-24-88C-30-122-18-144 0-144S30-122 24-88z"/><path stroke="none" fill="${dark}" d="M-12-132Q0-140 12-132L8-118Q0-112-8-118zM-15-106l8 5-8 7zM15-106l-8 5 8 7z"/><path stroke-width="7" d="M-17-124h0M17-124h0"/><ellipse rx="82" ry="97" fill="${shade(plate, 0.45)}"/><path fill="none" stroke-width="2.4" d="${rim}"/><ellipse rx="68" ry="82" fill="${plate}" stroke-width="3"/><path fill="${mix(plate, pale, 0.4)}" stroke-width="3" d="${plates}"/><path fill="${pale}" stroke="none" d="M0-62L16-50V-44L0-54L-16-44V-50zM0 6L16 16V22L0 13L-16 22V16zM36-40L53-36L57-16L48-30zM-36-40L-53-36L-57-16L-48-30z"/></g>`;
  return { ground: underWater(scene), figure, front: '', air: bubbles(scene), focus: [X, 184] };
}

/** A jellyfish that glows. */
export function drawJellyfish(scene: Scene): Layers {
  const { random, ink } = scene;
  const bell = mix(ink.accent, ink.highlight, 0.3);
  const dark = shade(bell, 0.34);
  const pale = mix(bell, ink.sun, 0.6);
  let long = '';
  let arms = '';
  for (let i = 0; i < 7; i += 1) {
    const x = -66 + i * 22;
    const sway = random.range(10, 20) * (i % 2 === 0 ? 1 : -1);
    const h = random.range(96, 150);
    long += svg`M${x} 26q${sway} ${h * 0.25} 0 ${h * 0.5}t0 ${h * 0.5}`;
  }
  for (const x of [-30, -4, 24]) {
    const sway = random.range(12, 20);
    arms += svg`M${x} 20q${-sway} 22 0 44t0 40t-4 30`;
  }
  const figure = svg`<g transform="translate(${X} 150)" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><circle r="150" fill="url(#g)" stroke="none" opacity=".8"/><g fill="none"><path stroke-width="7" d="${long}"/><path stroke="${bell}" stroke-width="3" d="${long}"/><path stroke-width="21" d="${arms}"/><path stroke="${pale}" stroke-width="13" d="${arms}"/><path stroke="${dark}" stroke-width="13" stroke-dasharray="2 9" d="${arms}"/></g><path fill="${dark}" d="M-92 18q15 26 31 4q15 26 31 4q15 26 30 4q15 22 31 0q15 22 31-4q15 14 30-8z"/><path fill="${bell}" d="M-96 20C-104-52-62-100 0-100S104-52 96 20Q80 34 64 20Q48 36 32 22Q16 38 0 22Q-16 38-32 22Q-48 36-64 20Q-80 34-96 20z"/><path fill="${dark}" stroke="none" opacity=".6" d="M30-92C82-74 100-34 93 18Q80 30 66 17C74-30 62-70 30-92z"/><path fill="none" stroke="${dark}" stroke-width="3" d="M0-96C-8-60-8-20 0 16M-32-90C-58-60-66-20-62 14M34-88C58-60 66-20 62 14"/><path fill="${pale}" stroke="none" d="${dot(-34, -52, 11)}${dot(-8, -70, 7)}${dot(20, -46, 9)}${dot(-52, -22, 6)}${dot(44, -16, 6)}"/><path fill="none" stroke="#fff" stroke-width="5" opacity=".8" d="M-80-16C-78-48-66-68-46-80"/></g>`;
  return {
    ground: underWater(scene),
    figure,
    front: '',
    air: bubbles(scene),
    focus: [X, 180],
    face: [X, 150],
  };
}

/** An open shell on the sand, with a pearl in front of it. */
export function drawShell(scene: Scene): Layers {
  const { random, ink, step } = scene;
  const skin = mix(ink.accent, ink.sun, 0.2);
  const dark = shade(skin, 0.36);
  const pale = mix(skin, ink.sun, 0.66);
  const count = 9;
  let ribs = '';
  let lines = '';
  for (let i = 0; i < count; i += 1) {
    const angle = -72 + (144 * i) / (count - 1);
    const length = 1.02 - Math.abs(angle) / 420;
    ribs += svg`<use href="#r" transform="rotate(${angle})scale(1 ${length})"/>`;
  }
  for (const r of [66, 96, 122]) {
    lines += svg`M${-Math.sin(1.2) * r} ${-Math.cos(1.2) * r}A${r} ${r} 0 0 1 ${Math.sin(1.2) * r} ${-Math.cos(1.2) * r}`;
  }
  const y = 300;
  const figure = svg`<g transform="translate(${X} ${y})rotate(${step % 2 === 1 ? 7 : -7})" stroke="${ink.ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path fill="${dark}" d="M-46 6C-60-8-52-26-30-28H30C52-26 60-8 46 6Q0 24-46 6z"/><defs><g id="r"><path fill="${skin}" d="M-7 0C-16-60-36-120-28-158Q-14-178 0-178T28-158C36-120 16-60 7 0z"/><path fill="${pale}" stroke="none" d="M-3-24C-10-80-20-120-17-152Q-8-164 0-164C-6-120-4-70-3-24z"/></g></defs>${ribs}<path fill="none" stroke="${dark}" stroke-width="3" opacity=".7" d="${lines}"/><path fill="${dark}" d="M-34 8Q-40-14-18-22H18Q40-14 34 8Q0 20-34 8z"/></g><g transform="translate(${X} ${y + 4})"><circle r="32" fill="${mix('#ffffff', ink.sun, 0.35)}" stroke="${ink.ink}" stroke-width="4"/><circle r="31" fill="url(#o)"/><path fill="#fff" d="${sparkle(-10, -11, 11)}"/></g>`;
  let out = underWater(scene);
  out += svg`<path fill="${mix(ink.layer(0.4), ink.sun, 0.25)}" d="${range(random, 320, 8, 5, true)}"/>`;
  const front = svg`<path fill="${mix(ink.near, ink.layer(0.5), 0.5)}" d="${range(random, 346, 6, 6, true)}"/>`;
  return {
    ground: out,
    figure,
    front,
    air: bubbles(scene),
    focus: [X, 216],
    face: [X, 206],
    foot: 338,
  };
}

/** The tail of a diving whale, between two rows of waves. */
export function drawWhale(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const skin = mix(ink.near, ink.layer(0.3), 0.4);
  const pale = mix(skin, ink.sun, 0.4);
  let ground = rank > 2 ? rays(ink, X, 146, 22, 0.16) : '';
  ground += stars(scene, ink.dark ? 40 : 12, 200) + disc(ink, X, 146, random.range(78, 92));
  let glitter = '';
  for (let i = 0; i < 6; i += 1) {
    const w = 96 - i * 10;
    glitter += svg`M${X - w / 2 + random.range(-16, 16)} ${282 + i * 9}h${w}`;
  }
  const sea = svg`<path fill="${ink.layer(0.12)}" d="${range(random, 262, 16, 6, true)}"/><path fill="${ink.layer(0.32)}" d="M-20 274h360v180H-20z"/><path stroke="${ink.sun}" stroke-width="3" stroke-linecap="round" opacity=".7" d="${glitter}"/>`;
  const half = svg`<g id="h"><path fill="${skin}" d="M0 0C22-26 60-58 122-64C112-40 104-22 84-8C62 6 36 10 22 28C18 70 28 130 52 190H0z"/><path fill="${pale}" stroke="none" d="M10 2C36-26 70-48 108-55C86-34 50-20 14 18z"/></g>`;
  const tail = svg`<g transform="translate(${X} 156)" stroke="${ink.ink}" stroke-width="4.4" stroke-linejoin="round" stroke-linecap="round">${half}<use href="#h" transform="scale(-1 1)"/><path fill="${skin}" stroke="none" d="M-4 2h8v186h-8z"/><path fill="none" stroke="${pale}" stroke-width="3" d="M-8 60q8 8 16 0M-10 84q10 9 20 0M-13 110q13 10 26 0"/></g>`;
  const wave = (y: number, a: number, fill: string): string => {
    const crests: Point[] = [-24, 30, 84, 138, 192, 246, 300, 345].map((x, i) => [
      x,
      y + (i % 2 === 0 ? a : -a),
    ]);
    return svg`<path fill="${fill}" d="${smoothPath(crests)}V450H-24z"/>`;
  };
  const foam = mix(ink.layer(0.4), ink.sun, 0.85);
  const waves = svg`<path fill="none" stroke="${foam}" stroke-width="5" stroke-linecap="round" d="M96 322q14-10 30 0t32 0t32 0t30-2"/>${wave(336, 12, ink.layer(0.62))}${wave(362, 9, ink.near)}`;
  let spray = '';
  for (let i = 0; i < 16; i += 1) {
    spray += dot(X + random.range(-96, 96), random.range(226, 318), random.range(1.2, 3.4));
  }
  const figure = svg`${sea}${tail}${waves}<path fill="${ink.highlight}" d="${spray}"/>`;
  return { ground, figure, front: '', air: '', focus: [X, 230], face: [X, 190], isView: true };
}
