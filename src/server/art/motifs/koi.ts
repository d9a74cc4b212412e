// Two fish in a round pond, seen from above.

import { dot, svg, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

/** Looks up; the body bends a little so that it swims. */
const BODY =
  'M0-78C18-76 27-56 28-34C30-4 24 26 16 50C12 64 12 74 16 84C8 86 0 84-4 80C-4 66-10 50-16 34C-28 6-30-14-28-34C-26-58-18-76 0-78z';
const TAIL =
  'M6 74C18 88 40 96 62 94C52 106 40 112 26 112C30 126 26 142 12 154C8 138 2 124-4 112C-14 122-30 128-46 124C-34 112-14 92-4 74z';
const FINS = [
  'M25-36C44-40 64-28 74-8C56-6 38-10 26-18z',
  'M-26-36C-46-42-66-32-78-12C-60-8-40-10-27-18z',
  'M18 30C32 30 44 40 48 54C36 54 22 50 13 44z',
  'M-12 30C-28 30-40 42-44 56C-32 56-18 52-8 46z',
];

function fish(scene: Scene, patch: string, index: number): string {
  const { ink, random } = scene;
  const skin = mix('#ffffff', ink.sun, 0.5);
  const fin = mix(skin, ink.skyBottom, 0.22);
  const pen = svg`stroke="${ink.ink}" stroke-linejoin="round" stroke-linecap="round"`;
  let scales = '';
  for (let row = 0; row < 6; row += 1) {
    for (let i = 0; i < 3 - (row % 2); i += 1) {
      scales += svg`M${-14 + i * 11 + (row % 2) * 5.5 + row * 0.8} ${-20 + row * 11}q5.5 8 11 0`;
    }
  }
  const patches = [
    svg`M-30 ${-30 + random.range(-6, 6)}Q-8-44 8-26T34-20V8Q8 2-4 14T-32 6z`,
    svg`M${-16 + random.range(-4, 4)} -80Q0-48 22-62V-84z`,
    svg`M-20 ${34 + random.range(-5, 5)}Q2 28 10 44T26 62L6 74Q-6 52-22 52z`,
  ];
  return svg`<path fill="${fin}" ${pen} stroke-width="3" d="${TAIL}${FINS.join('')}"/><path fill="none" ${pen} stroke-width="1.2" opacity=".5" d="M8 80C20 92 34 98 46 98M6 84C14 104 18 122 14 138M2 82C-8 98-20 112-34 116M32-31Q50-26 64-14M30-25Q42-18 56-14M-33-32Q-52-28-68-16M-31-25Q-44-18-58-15M19 34Q32 40 40 50M-13 34Q-28 42-36 52"/><path id="b${index}" fill="${skin}" ${pen} stroke-width="4" d="${BODY}"/><clipPath id="c${index}"><use href="#b${index}"/></clipPath><g clip-path="url(#c${index})"><path fill="${patch}" d="${patches.join('')}"/><path fill="none" stroke="${ink.ink}" stroke-width="1.3" opacity=".45" d="${scales}"/><path fill="${ink.ink}" opacity=".14" d="M14-80Q26-20 4 84H40V-80z"/></g><path fill="${fin}" ${pen} stroke-width="2.2" d="M0-14C8-2 8 16 5 32C-3 20-6 2 0-14z"/><circle cx="14" cy="-58" r="4.4" fill="${ink.ink}"/><circle cx="-13" cy="-58" r="4.4" fill="${ink.ink}"/><circle cx="15.4" cy="-59.6" r="1.5" fill="#fff"/><circle cx="-11.6" cy="-59.6" r="1.5" fill="#fff"/><path fill="none" ${pen} stroke-width="2" d="M-6-74Q-14-84-24-84M6-74Q14-84 24-82M-5-70Q0-66 5-70"/>`;
}

function lilyPad(scene: Scene, x: number, y: number, r: number): string {
  const { ink, random } = scene;
  const turn = random.range(0, 360);
  const pad = ink.layer(0.6);
  let veins = '';
  for (let i = 0; i < 6; i += 1) {
    const angle = 0.7 + i * 0.95;
    veins += svg`M0 0L${Math.cos(angle) * r * 0.8} ${Math.sin(angle) * r * 0.8}`;
  }
  return svg`<g transform="translate(${x} ${y})rotate(${turn})"><path fill="${pad}" stroke="${ink.ink}" stroke-width="3" stroke-linejoin="round" d="M0 0L${r} ${-r * 0.16}A${r} ${r} 0 1 0 ${r * 0.9} ${r * 0.42}z" transform="rotate(10)"/><path fill="none" stroke="${mix(pad, ink.sun, 0.3)}" stroke-width="1.4" stroke-linecap="round" d="${veins}"/></g>`;
}

function lilyFlower(scene: Scene, x: number, y: number, r: number): string {
  const { ink } = scene;
  let petals = '';
  for (let i = 0; i < 6; i += 1) {
    petals += svg`<use href="#petal" transform="rotate(${i * 60})"/>`;
  }
  return svg`<g transform="translate(${x} ${y})scale(${r / 20})"><g fill="${ink.highlight}" stroke="${ink.ink}" stroke-width="2" stroke-linejoin="round">${petals}</g><circle r="5" fill="${ink.contrast}"/></g>`;
}

export function drawKoi(scene: Scene): string {
  const { random, ink } = scene;
  let ripples = '';
  const [rx, ry] = [random.range(120, 200), random.range(120, 210)];
  for (let r = 24; r < 240; r += 26) ripples += dot(rx, ry, r + random.range(-4, 4));
  let out = svg`<circle cx="157" cy="180" r="200" fill="url(#g)"/><path fill="none" stroke="${ink.highlight}" stroke-width="1.6" opacity=".4" d="${ripples}"/>`;
  out += '<defs><path id="petal" d="M0 0C-9-6-7-16 0-22C7-16 9-6 0 0z"/></defs>';
  const isFlipped = random.chance(0.5);
  const mirror = isFlipped ? '<g transform="matrix(-1 0 0 1 315 0)">' : '<g>';
  const shadow = svg`<g fill="${ink.ink}" opacity=".3"><path transform="translate(126 252)rotate(-34)scale(1.12)" d="${BODY}${TAIL}"/><path transform="translate(226 128)rotate(148)scale(.82)" d="${BODY}${TAIL}"/></g>`;
  out += mirror + lilyPad(scene, 44, 70, 42) + lilyPad(scene, 282, 268, 38) + shadow;
  out += svg`<g transform="translate(214 112)rotate(148)scale(.82)">${fish(scene, ink.contrast, 2)}</g>`;
  out += svg`<g transform="translate(116 232)rotate(-34)scale(1.12)">${fish(scene, ink.accent, 1)}</g>`;
  out += lilyPad(scene, 286, 44, 28) + lilyPad(scene, 30, 318, 34);
  out +=
    lilyFlower(scene, 50, 66, 21) +
    lilyFlower(scene, 280, 272, 18) +
    lilyFlower(scene, 34, 314, 15);
  let bubbles = '';
  for (let i = 0; i < 10; i += 1) {
    bubbles += dot(random.range(30, 290), random.range(40, 330), random.range(1.5, 4));
  }
  return svg`${out}</g><path fill="none" stroke="${ink.sun}" stroke-width="1.2" opacity=".7" d="${bubbles}"/>`;
}
