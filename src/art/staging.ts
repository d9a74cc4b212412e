// Places a subject on its ground: near, far, at the side, several times, or cut out as a medallion.

import type { Staging } from './composition.ts';
import { range, rays, sparkle, svg, type Layers, type Scene } from './drawing.ts';
import { drawGround } from './grounds.ts';
import { mix } from './palette.ts';

const MIDDLE = 157.5;
const SKY = '<path fill="url(#s)" d="M-20-90h360v600H-20z"/>';

interface Stand {
  x: number;
  scale: number;
  /** `foot`: the y of a standing subject's feet. `middle`: the y of a floating subject's middle. */
  foot: number;
  middle: number;
  flipped?: boolean;
}

/** The transform that moves the subject to a stand. */
function at({ focus, foot }: Layers, stand: Stand): string {
  const { x, scale } = stand;
  const across = stand.flipped ? -scale : scale;
  const y = foot === undefined ? stand.middle - scale * focus[1] : stand.foot - scale * foot;
  return svg`matrix(${across.toFixed(3)} 0 0 ${scale.toFixed(3)} ${x - across * focus[0]} ${y})`;
}

function copies(layers: Layers, stands: readonly Stand[]): string {
  const [first, ...others] = stands as [Stand, ...Stand[]];
  const drawn = svg`<g transform="${at(layers, first)}"><g id="fig">${layers.figure}</g></g>`;
  return (
    drawn + others.map((one) => svg`<use href="#fig" transform="${at(layers, one)}"/>`).join('')
  );
}

/** A hill in front, which hides the lower end of a subject. */
function knoll({ random, ink }: Scene): string {
  return svg`<path fill="${mix(ink.near, ink.layer(0.7), 0.4)}" d="${range(random, 316, 9, 4, true)}"/><path fill="${mix(ink.near, ink.ink, 0.4)}" d="${range(random, 340, 8, 5, true)}"/>`;
}

/** The whole picture in a round window. */
function medallion({ ink, rank }: Scene, inside: string): string {
  const y = 180;
  const r = 126;
  const metal = rank > 1 ? 'url(#a)' : mix(ink.highlight, ink.accent, 0.3);
  const surround = mix(ink.near, ink.skyTop, 0.45);
  const corners = [
    [46, 62],
    [269, 62],
    [46, 298],
    [269, 298],
  ]
    .map(([cx, cy]) => sparkle(cx as number, cy as number, 15))
    .join('');
  const ring = svg`cx="${MIDDLE}" cy="${y}" fill="none"`;
  return svg`<path fill="${surround}" d="M-20-90h360v600H-20z"/>${rays(ink, MIDDLE, y, 36, 0.16)}<clipPath id="in"><circle cx="${MIDDLE}" cy="${y}" r="${r}"/></clipPath><g clip-path="url(#in)">${SKY}${inside}</g><circle ${ring} r="${r}" stroke="${ink.ink}" stroke-width="13"/><circle ${ring} r="${r}" stroke="${metal}" stroke-width="7"/><circle ${ring} r="${r + 13}" stroke="${metal}" stroke-width="2.4" stroke-linecap="round" stroke-dasharray=".1 7.28"/><path fill="${metal}" d="${corners}"/>`;
}

/** The view, and below it the view upside down in still water. */
function mirrored({ random, ink }: Scene, inside: string): string {
  const shore = 214;
  let lines = '';
  for (let i = 0; i < 12; i += 1) {
    const w = random.range(30, 120);
    lines += svg`M${random.range(-10, 300 - w)} ${shore + 12 + i * 11}h${w}`;
  }
  return svg`<clipPath id="up"><path d="M-20-90h360V${shore}H-20z"/></clipPath><clipPath id="dn"><path d="M-20 ${shore}h360v240H-20z"/></clipPath><g clip-path="url(#up)"><g id="fig" transform="matrix(1 0 0 .64 0 ${shore - 346 * 0.64})">${inside}</g></g><g clip-path="url(#dn)"><use href="#fig" transform="matrix(1 0 0 -1 0 ${shore * 2})"/><path fill="${ink.near}" opacity=".32" d="M-20 ${shore}h360v240H-20z"/></g><path stroke="${ink.highlight}" stroke-width="2" stroke-linecap="round" opacity=".5" d="${lines}"/><path stroke="${ink.ink}" stroke-width="4" d="M-20 ${shore}.01h360"/>`;
}

/** The frame of a screen of three panels. */
function panels({ ink }: Scene): string {
  const frame = mix(ink.ink, ink.near, 0.3);
  return svg`<path stroke="${frame}" stroke-width="12" d="M108-20V460M207-20V460"/><path stroke="url(#a)" stroke-width="1.8" d="M100.500-20V460M115.500-20V460M199.500-20V460M214.500-20V460"/>`;
}

/** A motif's picture in the given staging. */
export function stageMotif(scene: Scene, layers: Layers, staging: Staging): string {
  const { framing, side } = staging;
  const { focus, face, figure, foot, front, air } = layers;
  const ground = drawGround(scene, staging.ground, side, layers.ground);
  const put = (transform: string): string => svg`<g transform="${transform}">${figure}</g>`;
  const flipped = side < 0;
  const isBust = foot !== undefined && foot > 420;
  const nearFoot = isBust ? 396 : 346;
  switch (framing) {
    case 'whole':
      return ground.back + figure + front + ground.front + air;
    case 'close': {
      const [x, y] = face ?? focus;
      const scale = layers.isView ? 1.5 : 1.46;
      return svg`${ground.back}${put(svg`translate(${MIDDLE} ${layers.isView ? y : 186})scale(${side * scale} ${scale})translate(${-x} ${-y})`)}${ground.front}${air}`;
    }
    case 'pair':
      return svg`${ground.back}${copies(layers, [
        { x: MIDDLE + side * 72, scale: 0.54, foot: 322, middle: 108, flipped: !flipped },
        { x: MIDDLE - side * 44, scale: 0.78, foot: nearFoot, middle: 222, flipped },
      ])}${knoll(scene)}${ground.front}${air}`;
    case 'aside':
      return svg`${ground.back}${put(svg`translate(${MIDDLE + side * 78} ${Math.min(206, focus[1] + 12)})rotate(${side * -8})scale(${-side * 1.28} 1.28)translate(${-focus[0]} ${-focus[1]})`)}${front}${ground.front}${air}`;
    case 'far':
      return svg`${ground.back}${copies(layers, [{ x: MIDDLE - side * 46, scale: 0.56, foot: 326, middle: 206, flipped }])}${knoll(scene)}${ground.front}${air}`;
    case 'trio':
      return svg`${ground.back}${copies(layers, [
        { x: 66, scale: 0.46, foot: 322, middle: 130 },
        { x: 249, scale: 0.46, foot: 322, middle: 130, flipped: true },
        { x: MIDDLE, scale: 0.62, foot: isBust ? 366 : 340, middle: 226, flipped },
      ])}${knoll(scene)}${ground.front}${air}`;
    case 'medallion': {
      const y = isBust || foot === undefined ? 184 - 0.8 * focus[1] : 290 - 0.8 * foot;
      const rise =
        foot === undefined || isBust
          ? ''
          : svg`<path fill="${scene.ink.near}" d="${range(scene.random, 284, 7, 5, true)}"/>`;
      return svg`${medallion(scene, svg`${ground.back}${put(svg`matrix(.8 0 0 .8 ${MIDDLE - 0.8 * focus[0]} ${y})`)}${rise}${staging.ground === 'arch' ? '' : ground.front}`)}`;
    }
    case 'mirrored':
      return mirrored(scene, SKY + ground.back + figure + front) + ground.front;
    case 'low':
      return svg`${ground.back}${put(svg`matrix(${side} 0 0 1 ${flipped ? 315 : 0} 62)`)}${ground.front}`;
    case 'high':
      return svg`${ground.back}${put(svg`matrix(${side * 1.2} 0 0 1.24 ${flipped ? 346.5 : -31.5}-124)`)}${front}${ground.front}${air}`;
    case 'panels':
      return ground.back + figure + front + air + panels(scene) + ground.front;
  }
}
