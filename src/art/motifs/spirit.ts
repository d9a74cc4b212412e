// Draws a small round creature that must not resemble any publisher's creature. Body, ears, tail, forehead mark and
// smile are each chosen at random. The creature is never yellow with a pointed tail.

import {
  disc,
  inTurn,
  range,
  smoothPath,
  stars,
  svg,
  type Point,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { mix } from '../palette.ts';

function superellipse(halfWidth: number, halfHeight: number, power: number, pear: number): string {
  const points: Point[] = [];
  for (let i = 0; i < 20; i += 1) {
    const angle = (i / 20) * Math.PI * 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const px = Math.sign(cos) * Math.abs(cos) ** (2 / power);
    const py = Math.sign(sin) * Math.abs(sin) ** (2 / power);
    points.push([px * halfWidth * (1 + pear * py), py * halfHeight]);
  }
  return smoothPath(points, true);
}

/** Shapes of the right ear. The ear's root is at the origin. */
const EARS = [
  // An ear like a tall leaf.
  ['M-16 12C-20-26-4-58 14-68C28-44 28-10 16 14z', 'M-6 6C-8-22 2-42 12-52C20-34 18-10 10 8z'],
  // A round ear.
  ['M-22 8C-26-24-2-38 16-28C34-16 30 8 16 20z', 'M-10 4C-12-14 2-22 12-17C22-8 18 6 10 12z'],
  // A folded ear that hangs outwards.
  [
    'M-14 8C-6-28 34-34 56-6C62 12 50 26 42 22C34 4 20-2 8 16z',
    'M2 2C12-14 30-14 44 4C46 12 44 14 42 12C30-2 16-4 4 10z',
  ],
  // An ear like a fin with two tips.
  [
    'M-14 12C-20-14-10-40 0-56C4-42 10-36 16-32C22-40 32-44 42-46C40-20 32 4 16 18z',
    'M-4 6C-8-12-4-26 1-36C6-26 12-22 18-20C22-24 26-28 32-30C28-12 22 0 12 10z',
  ],
  // An ear like a short horn with rings.
  [
    'M-14 10C-8-14 2-30 22-46C26-24 22-4 14 14z',
    'M-6 0Q4 0 16-2L18-10Q6-8-1-10zM6-20Q12-20 20-22L21-30Q16-28 11-28z',
  ],
] as const;

const TAILS = [
  'M0 0C34 6 58-14 56-44C54-66 28-68 26-50C26-40 38-38 40-46',
  'M0 0C30 10 60 0 62-30C62-46 54-56 44-62',
  'M0 0C26 8 44-4 50-26C56-46 74-50 80-36',
] as const;

/** A small creature in a meadow. */
export function drawSpirit(scene: Scene): Layers {
  const { random, ink, step } = scene;
  // Avoids a yellow body, so that the creature resembles no publisher's creature.
  const wished = random.pick([0, 0, -50, 150]);
  const isYellow = (shift: number): boolean => {
    const hue = (ink.lightHue + shift + 360) % 360;
    return hue > 54 && hue < 128;
  };
  const away = ink.shadowHue - ink.lightHue;
  const shift = !isYellow(wished) ? wished : !isYellow(away) ? away : 200 - ink.lightHue;
  const body = ink.tone(0.76, 0.13, shift);
  const limb = ink.tone(0.56, 0.15, shift + 8);
  const pale = mix(body, '#ffffff', 0.72);
  const blush = ink.contrast;
  const x = 152 + random.range(-4, 6);
  const y = 226;
  const shape = step % 3;
  const [hw, hh, power, pear] = (
    [
      [78, 82, 2.6, 0.1],
      [70, 92, 2.5, 0.16],
      [90, 76, 2.8, 0.05],
    ] as const
  )[shape] as readonly [number, number, number, number];
  const outline = superellipse(hw, hh, power, pear);
  const pen = svg`stroke="${ink.ink}" stroke-width="4.6" stroke-linejoin="round" stroke-linecap="round"`;
  const sunX = step % 2 === 1 ? 92 : 222;
  let out = stars(scene, ink.dark ? 40 : 10, 200);
  out += svg`<circle cx="157" cy="200" r="170" fill="url(#g)"/>${disc(ink, sunX, 90, 36)}`;
  const cloud = (cx: number, cy: number, size: number): string =>
    svg`<path transform="translate(${cx} ${cy})scale(${size})" d="M-40 12a14 14 0 0 1 6-27a20 20 0 0 1 36-8a15 15 0 0 1 22 10a12.6 12.6 0 0 1 6 25z"/>`;
  out += svg`<g fill="${mix(ink.skyBottom, ink.sun, 0.55)}" opacity="${ink.dark ? 0.45 : 0.85}">${cloud(sunX + 30, 108, 0.9)}${cloud(sunX > 157 ? 66 : 262, 134, 1)}</g>`;
  out += svg`<path fill="${ink.layer(0.25)}" d="${range(random, 262, 18, 5, true)}"/><path fill="${ink.layer(0.55)}" d="${range(random, 292, 14, 6, true)}"/>`;
  const ground = out;
  out = '';
  out += svg`<ellipse cx="${x}" cy="${y + hh - 1}" rx="${hw * 1.05}" ry="11" fill="${ink.ink}" opacity=".4"/>`;
  const earAt = [hw * 0.56, -hh * 0.72] as const;
  const [ear, earInside] = inTurn(EARS, step);
  const tail = random.pick(TAILS);
  const earGroup = svg`<g id="ear" transform="translate(${earAt[0]} ${earAt[1]})rotate(${random.range(-4, 10)})"><path fill="${limb}" ${pen} d="${ear}"/><path fill="${mix(limb, blush, 0.7)}" d="${earInside}"/></g>`;
  out += svg`<g transform="translate(${x} ${y})"><g transform="translate(${hw * 0.86} ${hh * 0.52})" fill="none" stroke-linecap="round"><path stroke="${ink.ink}" stroke-width="29" d="${tail}"/><path stroke="${limb}" stroke-width="20" d="${tail}"/><path stroke="${mix(limb, pale, 0.5)}" stroke-width="20" stroke-dasharray="1.5 26" d="${tail}"/></g>${earGroup}<use href="#ear" transform="scale(-1 1)"/>`;
  const foot = svg`<g id="foot"><ellipse cx="${hw * 0.44}" cy="${hh - 3}" rx="22" ry="12.5" fill="${limb}" ${pen}/><path fill="none" stroke="${ink.ink}" stroke-width="2" stroke-linecap="round" d="M${hw * 0.44 - 7} ${hh}v6M${hw * 0.44 + 6} ${hh}v6"/></g>`;
  out += svg`<path id="b" fill="${body}" ${pen} d="${outline}"/><clipPath id="c"><use href="#b"/></clipPath><g clip-path="url(#c)"><ellipse cy="${hh * 0.66}" rx="${hw * 0.62}" ry="${hh * 0.52}" fill="${pale}"/><path fill="${ink.ink}" opacity=".16" d="M${hw * 0.5} ${-hh}Q${hw * 0.98} 0 ${hw * 0.1} ${hh}H${hw * 1.3}V${-hh}z"/><ellipse cx="${-hw * 0.5}" cy="${-hh * 0.52}" rx="${hw * 0.3}" ry="${hh * 0.18}" transform="rotate(-32 ${-hw * 0.5} ${-hh * 0.52})" fill="${pale}" opacity=".65"/>`;
  const mark = step % 4;
  if (mark === 0)
    out += svg`<path fill="none" stroke="${limb}" stroke-width="6" stroke-linecap="round" d="M-24 ${-hh * 0.9}Q0 ${-hh * 0.6} 24 ${-hh * 0.9}M-13 ${-hh * 0.96}Q0 ${-hh * 0.8} 13 ${-hh * 0.96}"/>`;
  else if (mark === 1)
    out += svg`<path fill="${blush}" stroke="${ink.ink}" stroke-width="2.4" d="M0 ${-hh * 0.82}l8 14-8 16-8-16z"/>`;
  else if (mark === 2)
    out += svg`<path fill="${limb}" d="M-${hw * 0.9} ${-hh * 0.1}l26-7-24-10zM-${hw * 0.94} ${hh * 0.14}l26-4-24-12zM${hw * 0.9} ${-hh * 0.1}l-26-7 24-10zM${hw * 0.94} ${hh * 0.14}l-26-4 24-12z"/>`;
  out += '</g>';
  if (mark === 3)
    out += svg`<path fill="none" stroke="${ink.ink}" stroke-width="4" stroke-linecap="round" d="M0 ${-hh}q-2-10 4-18"/><path fill="${ink.tone(0.7, 0.17, 150)}" ${pen} d="M4 ${-hh - 16}C8 ${-hh - 42} 34 ${-hh - 44} 44 ${-hh - 36}C38 ${-hh - 16} 20 ${-hh - 8} 4 ${-hh - 16}z"/>`;
  const eyeX = hw * 0.38;
  const eye = (side: number): string =>
    svg`<ellipse cx="${side * eyeX}" cy="-12" rx="9.6" ry="12" fill="${ink.ink}"/><circle cx="${side * eyeX + 3.4}" cy="-16.4" r="3.8" fill="#fff"/><circle cx="${side * eyeX - 3}" cy="-7" r="1.8" fill="#fff" opacity=".8"/>`;
  out += svg`${foot}<use href="#foot" transform="scale(-1 1)"/>${eye(1)}${eye(-1)}<g fill="${blush}" opacity=".6"><ellipse cx="${eyeX * 1.52}" cy="7" rx="9" ry="5.4"/><ellipse cx="${-eyeX * 1.52}" cy="7" rx="9" ry="5.4"/></g><path fill="none" stroke="${ink.ink}" stroke-width="3" stroke-linecap="round" d="${random.chance(0.5) ? 'M-9 3Q0 13 9 3' : 'M-9 3q4.5 6 9 0q4.5 6 9 0'}"/>`;
  out += svg`<g fill="${limb}" ${pen}><path d="M${-hw * 0.66} ${hh * 0.2}q4 20 20 20q8-6 2-18"/><path d="M${hw * 0.66} ${hh * 0.2}q-4 20-20 20q-8-6-2-18"/></g></g>`;
  let grass = '';
  for (let i = 0; i < 26; i += 1) {
    const gx = i * 12.4 + random.range(-4, 4);
    grass += svg`M${gx} 362l${random.range(-4, 1)} ${-random.range(16, 34)}l${random.range(5, 8)} 40z`;
  }
  const front = svg`<path fill="${ink.near}" d="${grass}M-20 346h360V450H-20z"/>`;
  return {
    ground,
    figure: out,
    front,
    air: '',
    focus: [x, y - 12],
    face: [x, y - 20],
    head: { middle: [x, y - 14], reach: 84 },
    foot: y + hh + 12,
  };
}
