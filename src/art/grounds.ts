// Draws the grounds that can replace a motif's own ground.

import type { Ground } from './composition.ts';
import {
  disc,
  dot,
  polyline,
  range,
  rays,
  stars,
  svg,
  taper,
  trunk,
  type Scene,
} from './drawing.ts';
import { mix } from './palette.ts';

/** What is drawn behind and in front of the subject. */
interface Backdrop {
  back: string;
  front: string;
}

const WHOLE = 'M-20-90h360v600H-20z';

/** The sun going down into the sea. */
function shore({ random, ink }: Scene, side: number): string {
  const x = 157.5 + side * random.range(28, 56);
  const horizon = 244;
  let glitter = '';
  for (let i = 0; i < 9; i += 1) {
    const w = random.range(20, 108 - i * 7);
    glitter += svg`M${x - w / 2 + random.range(-14, 14)} ${horizon + 8 + i * 11}h${w}`;
  }
  let waves = '';
  for (let i = 0; i < 6; i += 1) {
    waves += svg`M${random.range(-10, 290)} ${horizon + 14 + i * 17}q9-8 18 0t18 0`;
  }
  return svg`${disc(ink, x, horizon - 18, random.range(80, 96))}<path stroke="${ink.skyBottom}" stroke-width="4" stroke-linecap="round" opacity=".7" d="M${x - 150} ${horizon - 40}h190M${x - 60} ${horizon - 62}h170M${x - 108} ${horizon - 20}h150"/><path fill="${ink.layer(0.42)}" d="M-20 ${horizon}h360v210H-20z"/><path fill="${ink.layer(0.66)}" d="${range(random, 318, 7, 5, true)}"/><path stroke="${ink.sun}" stroke-width="3.4" stroke-linecap="round" opacity=".8" d="${glitter}"/><path fill="none" stroke="${ink.highlight}" stroke-width="1.8" stroke-linecap="round" opacity=".5" d="${waves}"/>`;
}

/** A crescent moon in a corner of a wide sky. */
function crescent(scene: Scene, side: number): string {
  const { random, ink } = scene;
  const x = 157.5 + side * 84;
  const y = random.range(74, 92);
  const r = random.range(42, 50);
  return svg`${stars(scene, 64, 300)}<circle cx="${x}" cy="${y}" r="${r * 2.3}" fill="url(#g)" opacity=".5"/><path fill="${ink.sun}" transform="translate(${x} ${y})rotate(${side * 24})scale(${side} 1)" d="M0 ${-r}A${r} ${r} 0 1 1 0 ${r}A${r * 1.3} ${r * 1.3} 0 0 0 0 ${-r}z"/><path fill="${ink.layer(0.75)}" d="${range(random, 302, 24, 3, true)}"/>`;
}

/** Tall trunks with light between them. The canvas cuts them as little as possible, or they would look like a frame. */
function wood(scene: Scene): string {
  const { random, ink } = scene;
  const trunks = (count: number, width: number, foot: number): string => {
    let path = '';
    for (let i = 0; i < count; i += 1) {
      const x = 16 + ((i + random.range(0.2, 0.8)) * 283) / count;
      const y = random.range(70, 190);
      const bough = random.chance(0.5) ? 1 : -1;
      path += trunk(random, x, width * random.range(0.7, 1.2), foot);
      path += taper(
        [x, y],
        [x + bough * 16, y - 8],
        [x + bough * random.range(30, 44), y - random.range(34, 50)],
        width * 0.4,
        1,
      );
    }
    return path;
  };
  const mist = svg`<path fill="url(#m)" d="M-20 150h360v150H-20z"/>`;
  return svg`<circle cx="157" cy="170" r="190" fill="url(#g)"/><path fill="${ink.layer(0.16)}" d="${trunks(6, 13, 304)}"/>${mist}<path fill="${ink.layer(0.46)}" d="${trunks(4, 20, 322)}"/><path fill="${ink.layer(0.74)}" d="${range(random, 314, 10, 7, true)}"/>`;
}

/** A sun as on a poster: wide rays and rings, without land. */
function sunburst({ random, ink, rank }: Scene): string {
  const y = 176;
  const around = svg`cx="157.5" cy="${y}" fill="none" stroke="${ink.highlight}"`;
  return svg`${rays(ink, 157.5, y, random.pick([12, 14, 16]), rank > 2 ? 0.4 : 0.5)}<circle cx="157.5" cy="${y}" r="134" fill="${ink.ray}" opacity=".55"/><circle cx="157.5" cy="${y}" r="116" fill="${mix(ink.skyBottom, ink.sun, 0.7)}"/><circle ${around} r="142" stroke-width="2"/><circle ${around} r="151" stroke-width="6" stroke-linecap="round" stroke-dasharray=".1 11.86"/>`;
}

/** Two mountains with snow on them, and snow in the air. */
function peaks({ random, ink }: Scene, side: number): string {
  const mountain = (x: number, top: number, half: number, fill: string): string => {
    const side1 = half * 0.3;
    const cap = top + (340 - top) * 0.3;
    const snow = polyline(
      [
        [x, top],
        [x + side1, cap],
        [x + side1 * 0.4, cap - 12],
        [x + 2, cap + 14],
        [x - side1 * 0.5, cap - 8],
        [x - side1, cap],
      ],
      true,
    );
    return svg`<path fill="${fill}" d="M${x - half} 340L${x} ${top}L${x + half} 340V450H${x - half}z"/><path fill="${ink.ink}" opacity=".22" d="M${x} ${top}L${x + half} 340H${x + half * 0.1}L${x - 8} ${top + 90}z"/><path fill="${mix(ink.sun, ink.skyBottom, 0.2)}" d="${snow}"/>`;
  };
  let flakes = '';
  for (let i = 0; i < 40; i += 1)
    flakes += svg`M${random.whole(6, 310)} ${random.whole(10, 350)}h0`;
  return svg`<circle cx="${157.5 + side * 30}" cy="120" r="180" fill="url(#g)"/>${mountain(157.5 + side * 82, random.range(58, 84), 190, ink.layer(0.22))}${mountain(157.5 - side * 96, random.range(120, 150), 160, ink.layer(0.46))}<path stroke="${ink.sun}" stroke-width="3.4" stroke-linecap="round" opacity=".85" d="${flakes}"/><path fill="${ink.layer(0.7)}" d="${range(random, 318, 12, 4, true)}"/>`;
}

/** A bank of round clouds. Everything below the tops of the clouds is filled too. */
function bank({ random }: Scene, y: number, size: number, fill: string): string {
  let puffs = svg`M-30 470V${y + size}H345V470z`;
  for (let x = -10; x < 335; x += size * 1.25) {
    puffs += svg`M${Math.round(x + random.range(-7, 7))} ${Math.round(y + random.range(-12, 10))}h0`;
  }
  return svg`<path fill="${fill}" stroke="${fill}" stroke-width="${size * 1.8}" stroke-linecap="round" stroke-linejoin="round" d="${puffs}"/>`;
}

/** A ground high above the clouds. */
function clouds(scene: Scene, side: number): Backdrop {
  const { ink } = scene;
  const pale = mix(ink.skyBottom, ink.sun, 0.5);
  return {
    back: svg`${stars(scene, ink.dark ? 36 : 12, 150)}${disc(ink, 157.5 + side * 70, 96, 44)}${bank(scene, 214, 36, mix(pale, ink.skyTop, 0.42))}${bank(scene, 268, 42, mix(pale, ink.skyTop, 0.16))}`,
    front: bank(scene, 346, 32, mix(pale, ink.sun, 0.35)),
  };
}

/** A view through an arched stone window. */
function arch({ ink }: Scene): string {
  const stone = mix(ink.near, ink.layer(0.4), 0.3);
  const opening = 'M44 460V152a113.5 113.5 0 0 1 227 0V460z';
  return svg`<path fill="${stone}" fill-rule="evenodd" d="${WHOLE}${opening}"/><path fill="none" stroke="${ink.ink}" stroke-width="1.8" opacity=".45" d="M44 152H-20M44 224H-20M44 296H-20M14 152v72M22 224v72M12 296v70M271 152h70M271 224h70M271 296h70M301 152v72M293 224v72M303 296v70M77 72L32 27M157.500 38V-9M238 72l45-45M118 46L97-3M197 46l21-49M54 107L-6 82M261 107l60-25"/><path fill="none" stroke="${ink.ink}" stroke-width="13" d="${opening}"/><path fill="none" stroke="${mix(stone, ink.sun, 0.5)}" stroke-width="5" d="${opening}"/>`;
}

/** A view under water, with weed on both sides. */
function deep({ random, ink }: Scene): Backdrop {
  const weed = (from: number, to: number): string => {
    let path = '';
    for (let i = 0; i < 4; i += 1) {
      const h = random.range(90, 230);
      const sway = random.range(12, 22);
      path += svg`M${random.range(from, to)} 380q${-sway} ${-h * 0.25} 0 ${-h * 0.5}t0${-h * 0.5}`;
    }
    return path;
  };
  let bubbles = '';
  for (let i = 0; i < 9; i += 1) {
    bubbles += dot(random.range(20, 296), random.range(30, 320), random.range(2, 6));
  }
  return {
    back: svg`<path fill="${ink.near}" opacity=".5" d="${WHOLE}"/><path fill="${ink.ray}" opacity=".3" d="M60-20h40L20 400h-90zM130-20h30l-10 420h-80zM200-20h44l110 420H230z"/><path fill="none" stroke="${ink.layer(0.5)}" stroke-width="11" stroke-linecap="round" d="${weed(4, 70)}${weed(246, 312)}"/><path fill="none" stroke="${ink.sun}" stroke-width="1.5" opacity=".7" d="${bubbles}"/>`,
    front: svg`<path fill="${ink.near}" d="${range(random, 340, 10, 5, true)}"/><path fill="none" stroke="${ink.near}" stroke-width="13" stroke-linecap="round" d="${weed(-4, 36)}${weed(280, 320)}"/>`,
  };
}

/** Returns what is drawn behind and in front of the subject. For `own`, this is the motif's own ground. */
export function drawGround(scene: Scene, ground: Ground, side: 1 | -1, own: string): Backdrop {
  switch (ground) {
    case 'own':
      return { back: own, front: '' };
    case 'shore':
      return { back: shore(scene, side), front: '' };
    case 'crescent':
      return { back: crescent(scene, side), front: '' };
    case 'wood':
      return { back: wood(scene), front: '' };
    case 'sunburst':
      return { back: sunburst(scene), front: '' };
    case 'peaks':
      return { back: peaks(scene, side), front: '' };
    case 'clouds':
      return clouds(scene, side);
    case 'arch':
      return { back: own, front: arch(scene) };
    case 'deep':
      return deep(scene);
  }
}
