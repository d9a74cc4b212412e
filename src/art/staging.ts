// Places a subject on its ground: near, far, at the side, several times, or in a medallion.

import type { Staging } from './composition.ts';
import { dot, range, rays, sparkle, svg, type Layers, type Point, type Scene } from './drawing.ts';
import { drawGround } from './grounds.ts';
import { mix } from './palette.ts';

const MIDDLE = 157.5;
const SKY = '<path fill="url(#s)" d="M-20-90h360v600H-20z"/>';

interface Stand {
  x: number;
  scale: number;
  /** `foot`: the y of the feet of a subject that stands. `middle`: the y of the middle of a subject that floats. */
  foot: number;
  middle: number;
  flipped?: boolean;
}

/** Returns the transform that moves the subject to a stand. */
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

/** Draws a hill in front that hides the lower end of a subject. */
function knoll({ random, ink }: Scene): string {
  return svg`<path fill="${mix(ink.near, ink.layer(0.7), 0.4)}" d="${range(random, 316, 9, 4, true)}"/><path fill="${mix(ink.near, ink.ink, 0.4)}" d="${range(random, 340, 8, 5, true)}"/>`;
}

/** Draws a wall with a round window in front of the picture. */
function medallion({ ink, rank }: Scene): string {
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
  const wall = `M-20-90h360v600H-20z${dot(MIDDLE, y, r)}`;
  return svg`<clipPath id="in"><path clip-rule="evenodd" d="${wall}"/></clipPath><g clip-path="url(#in)"><path fill="${surround}" d="M-20-90h360v600H-20z"/>${rays(ink, MIDDLE, y, 36, 0.16)}</g><circle ${ring} r="${r}" stroke="${ink.ink}" stroke-width="13"/><circle ${ring} r="${r}" stroke="${metal}" stroke-width="7"/><circle ${ring} r="${r + 13}" stroke="${metal}" stroke-width="2.4" stroke-linecap="round" stroke-dasharray=".1 7.28"/><path fill="${metal}" d="${corners}"/>`;
}

/** Draws the view, and below it its reflection in still water. The sky is not squashed: the moon stays round. */
function mirrored({ random, ink }: Scene, sky: string, land: string): string {
  const shore = 214;
  const height = 0.8;
  let lines = '';
  for (let i = 0; i < 12; i += 1) {
    const w = random.range(30, 120);
    lines += svg`M${random.range(-10, 300 - w)} ${shore + 12 + i * 11}h${w}`;
  }
  return svg`<clipPath id="up"><path d="M-20-90h360V${shore}H-20z"/></clipPath><clipPath id="dn"><path d="M-20 ${shore}h360v240H-20z"/></clipPath><g clip-path="url(#up)"><g id="fig">${SKY}<g transform="translate(0-30)">${sky}</g><g transform="matrix(1 0 0 ${height} 0 ${shore - 346 * height})">${land}</g></g></g><g clip-path="url(#dn)"><use href="#fig" transform="matrix(1 0 0 -1 0 ${shore * 2})"/><path fill="${ink.near}" opacity=".32" d="M-20 ${shore}h360v240H-20z"/></g><path stroke="${ink.highlight}" stroke-width="2" stroke-linecap="round" opacity=".5" d="${lines}"/><path stroke="${ink.ink}" stroke-width="4" d="M-20 ${shore}.01h360"/>`;
}

/** Draws a wall with three narrow windows in front of the picture. */
function panels({ ink }: Scene): string {
  const wall = mix(ink.near, ink.skyTop, 0.3);
  const pane = (x: number): string => svg`M${x} 336V86a38 38 0 0 1 76 0V336z`;
  const panes = pane(26) + pane(119.5) + pane(213);
  return svg`<path fill="${wall}" fill-rule="evenodd" d="M-20-90h360v600H-20z${panes}"/><path fill="none" stroke="${ink.ink}" stroke-width="9" d="${panes}"/><path fill="none" stroke="${mix(wall, ink.sun, 0.5)}" stroke-width="3.4" d="${panes}"/>`;
}

/** The part of the card that a head must not leave: the picture's window without its margin. */
const WINDOW = { left: 20, right: 295, top: 24, bottom: 330 };

/** Returns how far to move a subject so that its head is in the frame. `put` returns where a point is drawn. */
function towardsFrame(
  { head }: Layers,
  scale: number,
  put: (point: Point) => Point,
): readonly [x: number, y: number] {
  if (head === undefined) return [0, 0];
  const [x, y] = put(head.middle);
  const reach = head.reach * scale;
  const into = (at: number, from: number, to: number): number =>
    Math.max(0, from + reach - at) - Math.max(0, at + reach - to);
  return [into(x, WINDOW.left, WINDOW.right), into(y, WINDOW.top, WINDOW.bottom)];
}

/** Draws the subject at one side, enlarged and rotated a little. A wide head is enlarged less, so that it fits. */
function aside(layers: Layers, side: 1 | -1): string {
  const { focus, figure, head } = layers;
  const halfWindow = (WINDOW.right - WINDOW.left) / 2;
  const scale = head === undefined ? 1.28 : Math.min(1.18, halfWindow / head.reach);
  const angle = side * -8;
  const to: Point = [MIDDLE + side * (head === undefined ? 70 : 44), Math.min(206, focus[1] + 12)];
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
  const put = ([px, py]: Point): Point => {
    const [x, y] = [-side * scale * (px - focus[0]), scale * (py - focus[1])];
    return [to[0] + x * cos - y * sin, to[1] + x * sin + y * cos];
  };
  const [dx, dy] = towardsFrame(layers, scale, put);
  return svg`<g transform="translate(${to[0] + dx} ${to[1] + dy})rotate(${angle})scale(${-side * scale} ${scale})translate(${-focus[0]} ${-focus[1]})">${figure}</g>`;
}

/** Draws the subject enlarged, so that its face fills the picture. */
function close(layers: Layers, side: 1 | -1): string {
  const { focus, figure, isView } = layers;
  const [x, y] = layers.face ?? focus;
  const scale = isView ? 1.5 : 1.46;
  const top = isView ? y : 186;
  const put = ([px, py]: Point): Point => [
    MIDDLE + side * scale * (px - x),
    top + scale * (py - y),
  ];
  const [dx, dy] = towardsFrame(layers, scale, put);
  return svg`<g transform="translate(${MIDDLE + dx} ${top + dy})scale(${side * scale} ${scale})translate(${-x} ${-y})">${figure}</g>`;
}

/** A picture as three planes. Drawn on top of each other in this order, the planes are the picture. */
export interface Planes {
  back: string;
  subject: string;
  front: string;
}

/** Returns a motif's picture in the given staging. */
export function stageMotif(scene: Scene, layers: Layers, staging: Staging): Planes {
  const { framing, side } = staging;
  const { focus, figure, foot, front, air } = layers;
  const ground = drawGround(scene, staging.ground, side, layers.ground);
  const { back } = ground;
  const put = (transform: string): string => svg`<g transform="${transform}">${figure}</g>`;
  const flipped = side < 0;
  const isBust = foot !== undefined && foot > 420;
  const nearFoot = isBust ? 396 : 346;
  const among = (...stands: Stand[]): Planes => ({
    back,
    subject: copies(layers, stands),
    front: knoll(scene) + ground.front + air,
  });
  switch (framing) {
    case 'whole':
      return { back, subject: figure, front: front + ground.front + air };
    case 'close':
      return { back, subject: close(layers, side), front: ground.front + air };
    case 'pair':
      return among(
        { x: MIDDLE + side * 72, scale: 0.54, foot: 322, middle: 108, flipped: !flipped },
        { x: MIDDLE - side * 44, scale: 0.78, foot: nearFoot, middle: 222, flipped },
      );
    case 'aside':
      return { back, subject: aside(layers, side), front: front + ground.front + air };
    case 'far':
      return among({ x: MIDDLE - side * 46, scale: 0.56, foot: 326, middle: 206, flipped });
    case 'trio':
      return among(
        { x: 66, scale: 0.46, foot: 322, middle: 130 },
        { x: 249, scale: 0.46, foot: 322, middle: 130, flipped: true },
        { x: MIDDLE, scale: 0.62, foot: isBust ? 366 : 340, middle: 226, flipped },
      );
    case 'medallion': {
      const y = isBust || foot === undefined ? 184 - 0.8 * focus[1] : 290 - 0.8 * foot;
      const rise =
        foot === undefined || isBust
          ? ''
          : svg`<path fill="${scene.ink.near}" d="${range(scene.random, 284, 7, 5, true)}"/>`;
      return {
        back,
        subject: put(svg`matrix(.8 0 0 .8 ${MIDDLE - 0.8 * focus[0]} ${y})`) + rise,
        front: (staging.ground === 'arch' ? '' : ground.front) + medallion(scene),
      };
    }
    case 'mirrored':
      return { back: '', subject: mirrored(scene, back, figure + front), front: ground.front };
    case 'low':
      return {
        back,
        subject: put(svg`matrix(${side} 0 0 1 ${flipped ? 315 : 0} 62)`),
        front: ground.front,
      };
    case 'high':
      return {
        back,
        subject: put(svg`matrix(${side * 1.2} 0 0 1.24 ${flipped ? 346.5 : -31.5}-124)`),
        front: front + ground.front + air,
      };
    case 'panels':
      return { back, subject: figure, front: front + air + panels(scene) + ground.front };
  }
}
