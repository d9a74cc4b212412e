// Draws the head of a wolf, big cat or bear from the front. One half is drawn and mirrored.

import { disc, dot, range, rays, stars, svg, type Layers, type Scene } from '../drawing.ts';
import { mix, shade } from '../palette.ts';

const BODY =
  'M-58 20L-92 60L-78 64L-112 104L-96 108L-136 240H136L96 108L112 104L78 64L92 60L58 20z';
const CHEST =
  'M-40 56L-58 90L-46 92L-58 130L-34 118L-30 146L-12 124L0 154L12 124L30 146L34 118L58 130L46 92L58 90L40 56z';
const Y = 206;

/** Draws the moon, two ranges of hills and drifting motes behind a head. */
function drawMoonrise(scene: Scene): string {
  const { random, ink, rank } = scene;
  const sunY = 142;
  let out = rays(ink, 157.5, sunY, rank > 2 ? 26 : 20, rank > 2 ? 0.2 : 0.1);
  out += stars(scene, 36, 300) + disc(ink, 157.5, sunY, 92);
  out += svg`<path fill="${ink.layer(0.2)}" d="${range(random, 270, 34, 8, false)}"/><path fill="${ink.layer(0.55)}" d="${range(random, 308, 26, 9, false)}"/>`;
  let motes = '';
  for (let i = 0; i < 14; i += 1) {
    motes += dot(random.range(24, 290), random.range(150, 340), random.range(0.8, 2.2));
  }
  return out + svg`<path fill="${ink.highlight}" d="${motes}"/>`;
}

function layersOf(ground: string, parts: string, ink: string, reach: number): Layers {
  return {
    ground,
    figure: svg`<g transform="translate(157.5 ${Y})" stroke="${ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">${parts}</g>`,
    front: '',
    air: '',
    focus: [157.5, Y],
    head: { middle: [157.5, Y - 8], reach },
    foot: 446,
  };
}

/** The head of a wolf, bear or lion in front of the moon. */
export function drawHunter(scene: Scene): Layers {
  const { random, ink, motif: kind } = scene;
  const hasRoundEars = kind !== 'wolf';
  const coat = mix(ink.tone(0.6, 0.12, random.pick([0, 40, 150])), ink.near, 0.3);
  const dark = shade(coat, 0.5);
  const light = mix(coat, ink.sun, 0.3);
  const pale = mix(coat, ink.sun, 0.72);
  const ground = drawMoonrise(scene);
  let mane = '';
  if (kind === 'lion') {
    for (let i = 0; i < 15; i += 1) {
      mane += svg`<path transform="rotate(${-112 + i * 16})" d="M-20-56C-22-90-8-108 4-122C14-106 24-88 20-56z"/>`;
    }
    mane = svg`<g fill="${shade(ink.accent, 0.2)}">${mane}</g>`;
  }
  const ear = hasRoundEars
    ? svg`<path fill="${coat}" d="M24-50C26-84 66-92 76-66C80-48 66-32 50-28z"/><path fill="${ink.accent}" stroke="none" d="M38-52C42-72 62-76 67-62C69-52 62-44 52-40z"/>`
    : svg`<path fill="${coat}" d="M12-54C26-74 38-98 54-118C66-92 70-62 58-30z"/><path fill="${ink.accent}" stroke="none" d="M27-56C34-70 42-84 51-98C57-80 58-64 52-46z"/>`;
  const half = svg`<g id="h">${ear}<path fill="${coat}" d="M0-64C28-64 50-50 58-24C62-8 70 6 84 16L66 22L74 42L54 42L54 62L34 56C28 76 16 88 0 90z"/></g>`;
  const face = svg`<g id="f" stroke="none"><path fill="${dark}" d="M0-62C20-62 40-54 50-38C38-36 24-30 14-18C8-24 4-32 0-36z"/><path fill="${light}" d="M57-24C62-8 68 6 80 15L62 20L70 39L51 39L50 57L34 52C46 34 50 16 44 2C52-4 57-12 57-24z"/><path fill="${pale}" d="M0-8C8-4 12 8 22 22C34 36 30 58 18 70Q10 84 0 86z"/><path fill="${ink.ink}" d="M10-4C18-20 34-24 50-20C44-2 26 4 10-4z"/><path fill="${ink.highlight}" d="M17-6C24-16 34-18 43-16C38-5 28-2 17-6z"/><path stroke="${ink.ink}" stroke-width="5" stroke-linecap="round" d="M31-14v5"/><path fill="none" stroke="${ink.ink}" stroke-width="2.4" stroke-linecap="round" d="M0 54V62Q10 72 24 64"/><path stroke="${dark}" stroke-width="3" stroke-linecap="round" d="M15 46h0M22 40h0M23 50h0"/></g>`;
  const parts = svg`<path fill="${dark}" d="${BODY}"/><path fill="${mix(dark, coat, 0.6)}" stroke="none" d="${CHEST}"/>${mane}${half}<use href="#h" transform="scale(-1 1)"/><path fill="${coat}" stroke="none" d="M-4-60h8V84h-8z"/>${face}<use href="#f" transform="scale(-1 1)"/><path fill="${ink.ink}" stroke="none" d="M-15 38Q0 28 15 38Q13 52 0 56Q-13 52-15 38z"/><path fill="none" stroke="${pale}" stroke-width="2.4" d="M-7 38Q0 34 7 38"/><path fill="${ink.accent}" stroke-width="2" d="M0-54l8 14-8 17-8-17z"/>`;
  return layersOf(ground, parts, ink.ink, 86);
}

/** The head of a tiger in front of the moon. It is orange in every light, so that it is known even when small. */
export function drawTiger(scene: Scene): Layers {
  const { ink } = scene;
  const coat = ink.tone(0.72, 0.16, 54 - ink.lightHue);
  const dark = shade(coat, 0.28);
  const pale = mix(coat, ink.paper, 0.92);
  const nose = ink.tone(0.66, 0.15, 12 - ink.lightHue);
  const half = svg`<g id="h"><path fill="${coat}" d="M30-54C32-82 56-94 70-80C82-66 76-44 62-34z"/><path fill="${pale}" stroke-width="5" d="M44-56C46-70 58-76 64-68C69-60 64-50 58-46z"/><path fill="${coat}" d="M0-68C26-68 50-58 61-38C66-26 68-10 70-2L88 4L79 18L92 30L78 38L86 54L66 56L64 70L48 68C38 82 18 90 0 90z"/></g>`;
  const face = svg`<g id="f" stroke="none"><path fill="${pale}" d="M8-18C10-36 38-42 50-24C36-24 22-22 8-18zM48 12L76 40L84 52L64 54L62 68L47 66C38 78 18 88 0 88V30C16 12 38 20 48 12z"/><path fill="${ink.ink}" d="M0-67H7Q6-46 0-34zM15-66L28-62Q17-52 15-37Q8-52 15-66zM40-56L51-48Q36-46 30-37Q29-50 40-56zM66-14L70-1Q56-4 45 4Q52-12 66-14zM80 17L87 26Q66 20 50 26Q62 14 80 17zM77 38L82 47Q64 40 50 46Q60 34 77 38zM102 128Q76 124 50 140Q80 140 108 148zM115 172Q84 168 54 186Q88 184 121 192zM85 73Q72 74 64 92Q80 86 99 89zM6 8Q10-2 10-4C16-18 32-23 50-20C46-2 28 6 15 3Q12 14 14 24z"/><path fill="${ink.highlight}" d="M17-5C22-14 32-18 44-16C40-4 27 1 17-5z"/><path stroke="${ink.ink}" stroke-width="4.6" d="M31-15v11"/><path fill="none" stroke="${ink.ink}" stroke-width="3" d="M0 44V54Q10 66 25 58"/><path stroke="${ink.ink}" stroke-width="3" d="M18 46h0M26 43h0M27 51h0"/></g>`;
  const parts = svg`<path fill="${dark}" d="${BODY}"/><path fill="${pale}" stroke="none" d="${CHEST}"/>${half}<use href="#h" transform="scale(-1 1)"/><path fill="${coat}" stroke="none" d="M-4-65h8V84h-8z"/>${face}<use href="#f" transform="scale(-1 1)"/><path fill="${nose}" stroke-width="3" d="M-15 27Q0 21 15 27Q12 38 0 45Q-12 38-15 27z"/>`;
  return layersOf(drawMoonrise(scene), parts, ink.ink, 94);
}
