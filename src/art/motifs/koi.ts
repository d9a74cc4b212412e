// Draws two fish in a round pond, seen from above.

import { dot, svg, type Layers, type Scene } from '../drawing.ts';
import { mix } from '../palette.ts';

/** The outline of a fish that faces up. Its body bends a little, so that the fish seems to swim. */
const BODY =
  'M0-78C18-76 27-56 28-34C30-4 24 26 16 50C12 64 12 74 16 84C8 86 0 84-4 80C-4 66-10 50-16 34C-28 6-30-14-28-34C-26-58-18-76 0-78z';
const FINS =
  'M6 74C18 88 40 96 62 94C52 106 40 112 26 112C30 126 26 142 12 154C8 138 2 124-4 112C-14 122-30 128-46 124C-34 112-14 92-4 74zM25-36C44-40 64-28 74-8C56-6 38-10 26-18zM-26-36C-46-42-66-32-78-12C-60-8-40-10-27-18zM18 30C32 30 44 40 48 54C36 54 22 50 13 44zM-12 30C-28 30-40 42-44 56C-32 56-18 52-8 46z';
const FIN_RAYS =
  'M8 80C20 92 34 98 46 98M6 84C14 104 18 122 14 138M2 82C-8 98-20 112-34 116M32-31Q50-26 64-14M30-25Q42-18 56-14M-33-32Q-52-28-68-16M-31-25Q-44-18-58-15M19 34Q32 40 40 50M-13 34Q-28 42-36 52';

/** One fish. The `<use>` that shows the fish sets the colour of its patches. */
function fish(scene: Scene): string {
  const { ink, random } = scene;
  const skin = mix('#ffffff', ink.sun, 0.5);
  const fin = mix(skin, ink.skyBottom, 0.22);
  let scales = '';
  for (let row = 0; row < 6; row += 1) {
    const y = -16 + row * 11;
    scales += svg`M${-16.5 + (row % 2) * 5.5 + row * 0.8} ${y}q5.5 8 11 0t11 0${row % 2 === 0 ? 't11 0' : ''}`;
  }
  const patches = svg`M-30 ${-30 + random.range(-6, 6)}Q-8-44 8-26T34-20V8Q8 2-4 14T-32 6zM${-16 + random.range(-4, 4)} -80Q0-48 22-62V-84zM-20 ${34 + random.range(-5, 5)}Q2 28 10 44T26 62L6 74Q-6 52-22 52z`;
  return svg`<g id="fish" stroke="${ink.ink}" stroke-linejoin="round" stroke-linecap="round"><path fill="${fin}" stroke-width="3.2" d="${FINS}"/><path fill="none" stroke-width="1.2" opacity=".5" d="${FIN_RAYS}"/><path id="body" fill="${skin}" stroke-width="4.4" d="${BODY}"/><clipPath id="skin"><use href="#body"/></clipPath><g clip-path="url(#skin)"><path fill="currentColor" stroke="none" d="${patches}"/><path fill="none" stroke-width="1.3" opacity=".5" d="${scales}"/><path fill="${ink.ink}" stroke="none" opacity=".14" d="M14-80Q26-20 4 84H40V-80z"/></g><path fill="${fin}" stroke-width="2.2" d="M1-10C6-2 5 16 3 28C-2 16-3 2 1-10z"/><path fill="none" stroke-width="2.2" d="M-6-74Q-14-84-24-84M6-74Q14-84 24-82M-5-70Q0-66 5-70"/><path stroke-width="8.4" d="M14-57h0M-13-57h0"/><path stroke="#fff" stroke-width="2.8" d="M15.5-59h0M-11.5-59h0"/></g>`;
}

function lilyPad(scene: Scene, x: number, y: number, r: number): string {
  const { ink, random } = scene;
  const pad = ink.layer(0.55);
  return svg`<g transform="translate(${x} ${y})rotate(${random.range(0, 360)})scale(${r / 40})"><path fill="${pad}" stroke="${ink.ink}" stroke-width="3.4" stroke-linejoin="round" d="M0 0L39-8A40 40 0 1 0 36 17z"/><path fill="none" stroke="${mix(pad, ink.sun, 0.34)}" stroke-width="1.7" stroke-linecap="round" d="M-6 0L-34 3M-5 4L-24 25M0 6L0 34M-5-4L-26-22M0-6L-3-34M4-5L22-26"/></g>`;
}

/** A pond with two fish and lilies. */
export function drawKoi(scene: Scene): Layers {
  const { random, ink } = scene;
  let ripples = '';
  const [rx, ry] = [random.range(120, 200), random.range(120, 210)];
  for (let r = 24; r < 240; r += 26) ripples += dot(rx, ry, r + random.range(-4, 4));
  let petals = '';
  for (let i = 0; i < 6; i += 1) {
    petals += svg`<path transform="rotate(${i * 60})" d="M0 2C-11-5-8-17 0-24C8-17 11-5 0 2z"/>`;
  }
  const lily = svg`<g id="lily"><g fill="${ink.highlight}" stroke="${ink.ink}" stroke-width="2.2" stroke-linejoin="round">${petals}</g><circle r="5" fill="${ink.contrast}"/></g>`;
  const flower = (x: number, y: number, scale: number): string =>
    svg`<use href="#lily" transform="translate(${x} ${y})scale(${scale})"/>`;
  const large = 'rotate(-34)scale(1.14)';
  const little = 'rotate(148)scale(.84)';
  let out = svg`<circle cx="157" cy="180" r="200" fill="url(#g)"/><path fill="none" stroke="${ink.highlight}" stroke-width="1.7" opacity=".42" d="${ripples}"/>`;
  const ground = out;
  out = `<defs>${fish(scene)}${lily}</defs>`;
  const isTurned = scene.step % 2 === 1;
  out += isTurned ? '<g transform="matrix(-1 0 0 1 315 0)">' : '<g>';
  out += svg`<g fill="${ink.ink}" opacity=".28"><path transform="translate(128 250)${large}" d="${BODY}"/><path transform="translate(224 128)${little}" d="${BODY}"/></g>`;
  out += lilyPad(scene, 46, 74, 42) + lilyPad(scene, 282, 262, 38);
  out += svg`<use href="#fish" color="${ink.contrast}" transform="translate(214 112)${little}"/><use href="#fish" color="${ink.accent}" transform="translate(116 230)${large}"/>`;
  out += lilyPad(scene, 290, 46, 28) + lilyPad(scene, 30, 322, 34);
  out += flower(48, 70, 1) + flower(281, 265, 0.9) + flower(32, 320, 0.74);
  let bubbles = '';
  for (let i = 0; i < 8; i += 1) {
    bubbles += dot(random.range(30, 290), random.range(40, 330), random.range(1.5, 4));
  }
  const air = svg`<path fill="none" stroke="${ink.sun}" stroke-width="1.2" opacity=".7" d="${bubbles}"/>`;
  const x = isTurned ? 171 : 144;
  return { ground, figure: `${out}</g>`, front: '', air, focus: [157.5, 184], face: [x, 204] };
}
