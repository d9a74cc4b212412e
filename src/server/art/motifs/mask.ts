// A golden mask of nobody's people: fan, horns or crown above it, three kinds of eye and mouth.

import { disc, range, rays, stars, svg, taper, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

const FACE = 'M0-74C40-76 62-58 64-24C66 10 54 52 32 80Q16 98 0 98z';

function feathers(scene: Scene): string {
  const { random, ink } = scene;
  const count = random.pick([7, 9, 11]);
  let out = '';
  for (let i = 0; i < count; i += 1) {
    const angle = -104 + (208 * i) / (count - 1);
    const isTall = i % 2 === 1;
    const fill = isTall ? ink.accent : mix(ink.contrast, ink.ink, 0.35);
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
  const side = svg`<path fill="${mix(ink.contrast, ink.ink, 0.3)}" d="M56-40C88-34 96 20 78 92L54 82C68 40 66 0 52-20z"/><path stroke-width="1.8" fill="none" d="M72-20C80 10 78 46 68 78"/>`;
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

export function drawMask(scene: Scene): string {
  const { random, ink, rank } = scene;
  const x = 157.5;
  const y = 190;
  const gold = ink.tone(0.78, 0.14, 0);
  const useGold = random.chance(0.6);
  const skin = useGold ? 'url(#a)' : mix(gold, ink.sun, 0.2);
  const deep = useGold ? mix('#b9782a', ink.ink, 0.2) : mix(gold, ink.ink, 0.4);
  const pale = useGold ? '#fff3c9' : mix(gold, ink.sun, 0.7);
  const band = mix(ink.contrast, ink.ink, 0.5);
  const head = random.pick([feathers, horns, crown]);
  let out = rays(ink, x, y - 30, rank > 2 ? 28 : 22, rank > 2 ? 0.2 : 0.13);
  out += stars(scene, 28, 320) + disc(ink, x, y - 34, 96);
  out += svg`<path fill="${ink.layer(0.6)}" d="${range(random, 330, 16, 5, true)}"/><path fill="${ink.near}" d="${range(random, 348, 10, 6, true)}"/>`;
  out += svg`<g transform="translate(${x} ${y})" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${head(scene)}<g stroke="none"><path d="M0-74C40-76 62-58 64-24C66 10 54 52 32 80Q16 98 0 98Q-16 98-32 80C-54 52-66 10-64-24C-62-58-40-76 0-74z" fill="${skin}" stroke="${ink.ink}" stroke-width="8"/><path d="${FACE}" fill="${deep}" opacity=".55"/><path d="M0-74C40-76 62-58 64-24C50-40 34-46 20-44Q8-42 0-26Q-8-42-20-44C-34-46-50-40-64-24C-62-58-40-76 0-74z" fill="${band}"/><path fill="${pale}" d="M0-22C7-16 7 14 11 32Q6 40 0 40Q-6 40-11 32C-7 14-7-16 0-22z"/><path fill="${deep}" d="M0-22C7-16 7 14 11 32Q6 40 0 40z" opacity=".5"/></g><path fill="none" stroke="${pale}" stroke-width="2" d="M-54-34C-44-46-32-50-22-49M54-34C44-46 32-50 22-49"/><path fill="${ink.accent}" d="M0-70l9 15-9 17-9-17z"/>${eyes(scene, random.whole(0, 2))}${mouth(scene, random.whole(0, 2))}`;
  let studs = '';
  for (let i = 0; i < 5; i += 1) {
    const sx = 52 - i * 5.6 - (i * i) / 3;
    const sy = 12 + i * 15;
    studs += svg`M${sx} ${sy}l-2 7M${-sx} ${sy}l2 7`;
  }
  out += svg`<path stroke-width="10" d="${studs}"/><path stroke="${ink.accent}" stroke-width="6" d="${studs}"/><path fill="none" stroke="${pale}" stroke-width="3.4" opacity=".8" d="M-57-10C-56 20-46 48-32 68"/></g>`;
  return out;
}
