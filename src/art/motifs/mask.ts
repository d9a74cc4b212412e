// Draws a golden mask that imitates no real people's masks, with a fan, horns or a crown. For names of people, draws a
// helmet, a hood or a hat instead.

import {
  disc,
  inTurn,
  range,
  rays,
  sparkle,
  stars,
  svg,
  taper,
  type Layers,
  type Scene,
} from '../drawing.ts';
import type { Motif } from '../motif.ts';
import { mix, oklch, shade } from '../palette.ts';

const FACE = 'M0-74C40-76 62-58 64-24C66 10 54 52 32 80Q16 98 0 98z';

function feathers(scene: Scene): string {
  const { random, ink } = scene;
  const count = random.pick([7, 9, 11]);
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const angle = -104 + (208 * i) / (count - 1);
    const isTall = i % 2 === 1;
    const fill = isTall ? ink.accent : shade(ink.contrast, 0.34);
    const h = isTall ? 132 : 122;
    out += svg`<g transform="rotate(${angle})"><path fill="${fill}" d="M-7-66C-20-96-14-${h - 8} 0-${h}C14-${h - 8} 20-96 7-66z"/><path stroke-width="1.6" fill="none" d="M0-70V-${h - 12}"/><circle cy="-${h - 24}" r="5.6" fill="${ink.highlight}" stroke-width="2.2"/></g>`;
  }
  return out;
}

function horns(scene: Scene): string {
  const { ink } = scene;
  const horn = taper([46, -46], [104, -70], [92, -136], 34, 2);
  const ridges = 'M62-70l14 20M76-78l14 14M86-92l16 8M90-108l14 4';
  const half = svg`<path fill="${ink.highlight}" d="${horn}"/><path fill="none" stroke-width="2" d="${ridges}"/><path fill="${ink.contrast}" d="M62-18L100-30L84-8L104 4L80 12L90 30L58 26z"/>`;
  return svg`<g id="n">${half}</g><use href="#n" transform="scale(-1 1)"/>`;
}

function crown(scene: Scene): string {
  const { ink } = scene;
  let spikes = '';
  for (let i = -3; i <= 3; i += 1) {
    const h = 128 - Math.abs(i) * 12;
    spikes += svg`<path fill="${i % 2 === 0 ? 'url(#a)' : ink.accent}" d="M${i * 18 - 11}-60L${i * 25}-${h}L${i * 18 + 11}-60z"/><circle cx="${i * 25}" cy="-${h}" r="5" fill="${i % 2 === 0 ? ink.contrast : ink.highlight}"/>`;
  }
  const side = svg`<path fill="${shade(ink.contrast, 0.32)}" d="M56-40C88-34 96 20 78 92L54 82C68 40 66 0 52-20z"/><path stroke-width="1.8" fill="none" d="M72-20C80 10 78 46 68 78"/>`;
  return svg`<g id="n">${side}</g><use href="#n" transform="scale(-1 1)"/>${spikes}`;
}

function eyes(scene: Scene, kind: number): string {
  const { ink } = scene;
  const half =
    kind === 0
      ? svg`<circle cx="27" cy="-12" r="16" fill="${ink.near}"/><circle cx="27" cy="-12" r="8" fill="${ink.highlight}" stroke="none"/><circle cx="27" cy="-12" r="3" fill="${ink.ink}" stroke="none"/>`
      : kind === 1
        ? svg`<path fill="${ink.near}" d="M8-8Q24-28 48-18Q40 2 8-8z"/><circle cx="28" cy="-12" r="6" fill="${ink.highlight}" stroke="none"/>`
        : svg`<path fill="${ink.near}" d="M9-16L49-24L44-6Q26 2 12-4z"/><path fill="${ink.accent}" stroke="none" d="M20-12L42-17L39-9Q30-5 20-12z"/>`;
  const brow = '<path fill="none" d="M8-28Q28-42 54-30"/>';
  return svg`<g id="y">${half}${brow}</g><use href="#y" transform="scale(-1 1)"/>`;
}

function mouth(scene: Scene, kind: number): string {
  const { ink } = scene;
  if (kind === 0) {
    return svg`<path fill="${ink.ink}" d="M-24 56Q0 46 24 56Q12 70 0 70Q-12 70-24 56z"/><path fill="${ink.highlight}" stroke="none" d="M-15 56h6v6h-6zM-6 55h5v7h-5zM2 55h5v7h-5zM10 56h5v6h-5z"/>`;
  }
  if (kind === 1) {
    return svg`<path fill="${ink.ink}" d="M-23 52H23V68H-23z"/><path stroke="${ink.highlight}" stroke-width="7" stroke-dasharray="5 2.6" fill="none" d="M-19 60H20"/>`;
  }
  return svg`<path fill="${ink.accent}" d="M-18 58Q-8 50 0 55Q8 50 18 58Q8 68 0 68Q-8 68-18 58z"/><path fill="none" stroke-width="2" d="M-18 58Q0 62 18 58"/>`;
}

/** A closed helmet with a plume, for names of warriors. */
function helmet(scene: Scene): string {
  const { ink, step } = scene;
  const steel = oklch(0.76, 0.045, ink.shadowHue);
  const dark = mix(steel, ink.ink, 0.42);
  const pale = mix(steel, ink.sun, 0.6);
  const wing = step % 2 === 1;
  const crest = wing
    ? svg`<g id="n"><path fill="${ink.highlight}" d="M52-40C70-66 84-104 122-124C120-112 116-104 112-98C118-100 124-100 128-98C122-88 114-80 106-76C112-76 118-74 120-70C110-58 90-44 62-30z"/><path fill="none" stroke-width="1.8" d="M62-42Q84-84 112-98M64-38Q88-66 106-76M64-34Q90-52 112-66"/></g><use href="#n" transform="scale(-1 1)"/>`
    : svg`<path fill="${ink.accent}" d="M-10-72C-36-118-2-162 66-150C52-146 48-138 54-128C42-132 34-126 40-114C26-116 16-100 10-72z"/><path fill="none" stroke-width="1.8" d="M-4-80C-14-114 6-140 44-142M2-80C0-104 14-120 34-124"/>`;
  return svg`<path fill="${dark}" d="M-132 210C-126 142-76 116-36 98H36C76 116 126 142 132 210z"/><path fill="${steel}" d="M-126 210C-120 150-84 126-50 114C-66 140-70 170-70 210z"/><path fill="${ink.contrast}" d="M-40 100Q0 128 40 100L48 122Q0 152-48 122z"/>${crest}<path fill="${steel}" stroke-width="4.4" d="M0-80C42-80 64-54 64-16V50C64 74 40 98 0 110C-40 98-64 74-64 50V-16C-64-54-42-80 0-80z"/><path fill="${dark}" stroke="none" d="M12-78C46-74 62-52 62-16V50C62 72 42 94 12 104z"/><path fill="none" stroke="${pale}" stroke-width="4" d="M-54 40V-16C-54-44-42-62-22-69"/><path fill="${ink.ink}" d="M-55-14Q0 2 55-14V4Q0 20-55 4z"/><path stroke="none" fill="${ink.accent}" d="M-38-4q12 0 20 6q-12 4-22 0zM38-4q-12 0-20 6q12 4 22 0z"/><path fill="url(#a)" stroke-width="2.6" d="M-7-79H7V-12L12 8L6 108Q0 110-6 108L-12 8L-7-12z"/><path fill="url(#a)" stroke-width="2.6" d="M-63-28Q0-12 63-28V-15Q0 1-63-15z"/><path stroke-width="5.2" d="M24 34v10M36 32v10M48 28v10M24 56v10M36 54v10M-24 34v10M-36 32v10M-48 28v10M-24 56v10M-36 54v10"/><path stroke="${pale}" stroke-width="3.4" d="M-50-22h0M-28-17h0M28-17h0M50-22h0M0-62h0M0-42h0"/>`;
}

/** A hooded figure with shining eyes, for names of people who cast spells. */
function hood(scene: Scene): string {
  const { ink, step } = scene;
  const cloth = shade(ink.contrast, 0.3);
  const dark = shade(cloth, 0.42);
  const pale = mix(cloth, ink.sun, 0.28);
  let runes = '';
  for (let i = 0; i < 7; i += 1) {
    const angle = Math.PI + (Math.PI * i) / 6;
    runes += sparkle(Math.cos(angle) * 118, Math.sin(angle) * 112 - 6, i % 2 === 0 ? 9 : 5.5);
  }
  const eye =
    step % 2 === 1
      ? 'M-30 8Q-20-6-8 8Q-20 14-30 8zM30 8Q20-6 8 8Q20 14 30 8z'
      : 'M-30 0L-8 8Q-16 16-27 11zM30 0L8 8Q16 16 27 11z';
  return svg`<path fill="${cloth}" stroke-width="4.4" d="M4-122C56-106 84-54 86 8C88 62 112 116 134 210H-134C-112 116-88 62-86 8C-84-54-50-104 4-122z"/><path fill="${dark}" stroke="none" d="M4-120C54-104 82-54 84 8C86 62 110 116 132 208H30C66 150 72 60 58-2C50-44 34-84 4-120z"/><path fill="none" stroke="${pale}" stroke-width="3.4" d="M-74 16C-74-34-54-74-20-98M-100 150C-84 110-76 84-72 52M-68 180C-60 150-56 130-54 112"/><path fill="${ink.ink}" stroke="url(#a)" stroke-width="8" d="M0-72C40-68 58-28 54 18C50 60 26 94 0 108C-26 94-50 60-54 18C-58-28-40-68 0-72z"/><path fill="${ink.highlight}" stroke="none" d="${eye}"/><path fill="${ink.accent}" stroke-width="2.4" d="M0-80l8 12-8 13-8-13z"/><circle cy="118" r="17" fill="url(#a)"/><path fill="${ink.accent}" stroke-width="2.4" d="M0 106l10 12-10 13-10-13z"/><path fill="${ink.sun}" stroke="none" d="${runes}"/>`;
}

const SKINS = ['#d89b72', '#9c5f3c', '#ecbf98', '#74452c'] as const;

/** A broad hat and a scarf, for names of travellers. */
function broadHat(scene: Scene): string {
  const { ink, step } = scene;
  const felt = shade(ink.contrast, 0.34);
  const dark = shade(felt, 0.4);
  const pale = mix(felt, ink.sun, 0.3);
  const coat = mix(ink.near, ink.layer(0.3), 0.45);
  const skin = mix(inTurn(SKINS, step >> 1), ink.skyBottom, 0.12);
  const isMasked = step % 2 === 1;
  const mouth = isMasked
    ? svg`<path fill="${ink.accent}" d="M-50 18Q0 2 50 18L46 58Q22 100 0 106Q-22 100-46 58z"/><path fill="none" stroke-width="2" d="M-38 34Q0 24 38 34M-30 58Q0 50 30 58"/>`
    : svg`<path fill="${shade(skin, 0.3)}" stroke="none" d="M2-16C8-4 9 14 13 24Q8 32 2 31z"/><path fill="none" stroke-width="2.6" d="M-12 28Q0 36 12 28M-17 58Q0 50 17 56"/><path fill="${dark}" stroke="none" d="M-46 44Q-30 84 0 102Q30 84 46 44Q34 96 0 100Q-34 96-46 44z"/>`;
  const plume = svg`<path fill="${ink.accent}" d="M58-78C76-104 92-136 122-150C126-124 116-88 74-62z"/><path fill="none" stroke-width="1.8" d="M64-70Q92-100 118-144M84-92l16 2M96-108l14 0M82-94l0-14M94-112l2-14"/>`;
  return svg`<path fill="${coat}" stroke-width="4.4" d="M-134 210C-128 150-88 128-48 112H48C88 128 128 150 134 210z"/><path fill="${mix(coat, ink.sun, 0.2)}" d="M-54 108L-96 92L-62 190L-8 150zM54 108L96 92L62 190L8 150z"/><path fill="${skin}" stroke-width="4.4" d="M-54-40H54C58 10 50 66 26 92Q12 106 0 106Q-12 106-26 92C-50 66-58 10-54-40z"/><path fill="${ink.ink}" stroke="none" opacity=".5" d="M-54-40H54C56-22 56-8 54 6Q28 20 0 12Q-28 20-54 6z"/>${mouth}<path fill="${ink.highlight}" stroke="none" d="M-36-8Q-24-18-11-6Q-24 2-36-8zM36-8Q24-18 11-6Q24 2 36-8z"/><path fill="${ink.contrast}" d="M-52 104Q0 136 52 104L56 124Q0 158-56 124z"/>${plume}<path fill="${felt}" stroke-width="4.4" d="M-62-46C-66-92-58-128-38-132C-20-136-14-120 0-120C14-120 20-136 38-132C58-128 66-92 62-46z"/><path fill="${dark}" stroke="none" d="M12-118Q24-132 38-130C57-126 64-92 60-48H18C30-70 30-100 12-118z"/><path fill="url(#a)" d="M-64-66Q0-44 64-66L63-46Q0-24-63-46z"/><path fill="${felt}" stroke-width="4.4" d="M-124-52C-96-66-66-62-50-52Q0-30 50-52C66-62 96-66 124-52C112-20 60-8 0-8S-112-20-124-52z"/><path fill="none" stroke="${pale}" stroke-width="3" d="M-112-46C-92-54-70-52-56-44M-50-112Q-56-96-57-80"/>`;
}

/** What is drawn for each motif: the top of a golden mask, or the head of a person. */
const HEADS: Partial<Record<Motif, (scene: Scene) => string>> = {
  mask: feathers,
  fiend: horns,
  monarch: crown,
  helmet,
  hood,
  hat: broadHat,
};

function goldMask(scene: Scene, top: (scene: Scene) => string): string {
  const { random, ink, step } = scene;
  const useGold = random.chance(0.7);
  const gold = ink.tone(0.78, 0.14, 0);
  const skin = useGold ? 'url(#a)' : mix(gold, ink.sun, 0.2);
  const deep = useGold ? mix('#b9782a', ink.ink, 0.2) : shade(gold, 0.36);
  const pale = useGold ? '#fff3c9' : mix(gold, ink.sun, 0.7);
  const band = shade(ink.contrast, 0.5);
  let studs = '';
  for (let i = 0; i < 4; i += 1) {
    const [sx, sy] = [51 - i * 4.4 - i * i * 1.1, 16 + i * 17];
    studs += svg`M${sx} ${sy}l${-1 - i * 0.8} 5M${-sx} ${sy}l${1 + i * 0.8} 5`;
  }
  return svg`${top(scene)}<path d="M0-74C40-76 62-58 64-24C66 10 54 52 32 80Q16 98 0 98Q-16 98-32 80C-54 52-66 10-64-24C-62-58-40-76 0-74z" fill="${skin}" stroke-width="8"/><g stroke="none"><path d="M0-74C40-76 62-58 64-24C66 10 54 52 32 80Q16 98 0 98Q-16 98-32 80C-54 52-66 10-64-24C-62-58-40-76 0-74z" fill="${skin}"/><path d="${FACE}" fill="${deep}" opacity=".5"/><path d="M0-74C40-76 62-58 64-24C50-40 34-46 20-44Q8-42 0-26Q-8-42-20-44C-34-46-50-40-64-24C-62-58-40-76 0-74z" fill="${band}"/><path fill="${pale}" d="M0-22C7-16 7 14 11 32Q6 40 0 40Q-6 40-11 32C-7 14-7-16 0-22z"/><path fill="${deep}" d="M0-22C7-16 7 14 11 32Q6 40 0 40z" opacity=".5"/></g><path fill="none" stroke="${pale}" stroke-width="2" d="M-54-34C-44-46-32-50-22-49M54-34C44-46 32-50 22-49"/><path fill="${ink.accent}" d="M0-70l9 15-9 17-9-17z"/>${eyes(scene, step % 3)}${mouth(scene, top === crown ? 2 : (step >> 1) % 3)}<path stroke-width="9" d="${studs}"/><path stroke="${ink.accent}" stroke-width="5" d="${studs}"/><path fill="none" stroke="${pale}" stroke-width="3.4" opacity=".8" d="M-57-10C-57 4-55 10-53 16"/>`;
}

/** The mask or head of the scene's motif, in front of the sun. */
export function drawMask(scene: Scene): Layers {
  const { random, ink, rank } = scene;
  const x = 157.5;
  const head = HEADS[scene.motif] ?? feathers;
  const isFigure = head === helmet || head === hood || head === broadHat;
  const y = isFigure ? 204 : 190;
  let out = rays(ink, x, y - 30, rank > 2 ? 28 : 22, rank > 2 ? 0.2 : 0.13);
  out += stars(scene, 28, 320) + disc(ink, x, y - 34, 98);
  out += svg`<path fill="${ink.layer(0.6)}" d="${range(random, 330, 16, 5, true)}"/><path fill="${ink.near}" d="${range(random, 348, 10, 6, true)}"/>`;
  const figure = svg`<g transform="translate(${x} ${y})" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${isFigure ? head(scene) : goldMask(scene, head)}</g>`;
  const layers = {
    ground: out,
    figure,
    front: '',
    air: '',
    focus: [x, y - 12] as const,
    head: { middle: [x, y + 8] as const, reach: 92 },
  };
  // A figure stands on the ground, because its shoulders must not end in the air. A mask floats.
  return isFigure ? { ...layers, face: [x, y], foot: y + 210 } : layers;
}
