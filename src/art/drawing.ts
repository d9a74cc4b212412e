// Drawing functions that all motifs use. The canvas is 315 x 440.

import type { Motif } from './motif.ts';
import type { Palette } from './palette.ts';
import type { Random } from './random.ts';

/** Size of the canvas, in the proportions of a card of 63 x 88 mm. */
export const CARD_WIDTH = 315;
export const CARD_HEIGHT = 440;

/** Everything that a motif needs to draw itself. */
export interface Scene {
  motif: Motif;
  random: Random;
  ink: Palette;
  /** The rarity from 1 (common) to 4 (legendary). Higher ranks get more light. */
  rank: 1 | 2 | 3 | 4;
  /** Words of the card's name in lower case. For example, they decide between a castle and a temple. */
  words: readonly string[];
  /** A number from the collector number. Poses cycle with it, so that neighbours with one motif look different. */
  step: number;
}

/** A motif in separate layers, so that it can be staged in several ways. */
export interface Layers {
  /** The sky and the land behind the subject. */
  ground: string;
  figure: string;
  /** What is drawn in front of the subject, across the whole canvas. */
  front: string;
  /** Sparks, motes and spray over everything. */
  air: string;
  /** The middle of the subject. */
  focus: Point;
  /** The point to zoom in on, if it is not `focus`. */
  face?: Point;
  /** The subject's head, if the frame must not cut it. `reach`: how far the head extends from its middle. */
  head?: { middle: Point; reach: number };
  /** The y at which the subject stands or is cut off. Omitted if the subject floats. */
  foot?: number;
  /** Whether the subject is itself a landscape, sea or sky. */
  isView?: boolean;
}

/** A point on the canvas. y increases downwards. */
export type Point = readonly [x: number, y: number];

/** Returns the item for this step. Consecutive steps cycle through the list. */
export function inTurn<T>(list: readonly T[], step: number): T {
  return list[step % list.length] as T;
}

/** Formats a number with as few digits as drawings need: two decimals below 2, one decimal from 2 upwards. */
export function short(value: number): string {
  const rounded = Math.abs(value) < 2 ? Math.round(value * 100) / 100 : Math.round(value * 10) / 10;
  const text = String(rounded === 0 ? 0 : rounded);
  return text.replace(/^(-?)0\./, '$1.');
}

/** Template tag for markup. Shortens numbers and inserts text unchanged. */
export function svg(strings: TemplateStringsArray, ...values: (number | string)[]): string {
  let out = strings[0] as string;
  values.forEach((value, i) => {
    out += (typeof value === 'number' ? short(value) : value) + (strings[i + 1] as string);
  });
  return out;
}

/** Returns a smooth curve near the points. It consists of quadratic curves that join halfway between two points. */
export function smoothPath(points: readonly Point[], closed = false): string {
  const list = closed ? [...points, points[0] as Point, points[1] as Point] : points;
  const at = (i: number): Point => list[i] as Point;
  const middle = (i: number): Point => [
    (at(i)[0] + at(i + 1)[0]) / 2,
    (at(i)[1] + at(i + 1)[1]) / 2,
  ];
  const start = closed ? middle(0) : at(0);
  let x = Math.round(start[0] * 10) / 10;
  let y = Math.round(start[1] * 10) / 10;
  const step = (to: Point): string => {
    const dx = Math.round((to[0] - x) * 10) / 10;
    const dy = Math.round((to[1] - y) * 10) / 10;
    x = Math.round((x + dx) * 10) / 10;
    y = Math.round((y + dy) * 10) / 10;
    return join(dx, dy);
  };
  let path = `M${join(x, y)}`;
  for (let i = 1; i < list.length - 1; i += 1) {
    const end = !closed && i === list.length - 2 ? at(i + 1) : middle(i);
    if (i % 8 === 1) {
      // The short command `t` mirrors the last control point. An explicit control point at intervals keeps rounding
      // errors small.
      path += `q${join(at(i)[0] - x, at(i)[1] - y)} ${step(end)}`;
    } else {
      path += `t${step(end)}`;
    }
  }
  return closed ? `${path}z` : path;
}

function join(x: number, y: number): string {
  const second = short(y);
  return second.startsWith('-') ? short(x) + second : `${short(x)} ${second}`;
}

export function polyline(points: readonly Point[], closed = false): string {
  return `M${points.map(([x, y]) => join(x, y)).join('L')}${closed ? 'z' : ''}`;
}

/** Returns a closed shape for a horn, tine or tail. It has one bend, is thick at the start and thin at the end. */
export function taper(
  from: Point,
  bend: Point,
  to: Point,
  startWidth: number,
  endWidth: number,
): string {
  const startAngle = Math.atan2(bend[1] - from[1], bend[0] - from[0]) + Math.PI / 2;
  const endAngle = Math.atan2(to[1] - bend[1], to[0] - bend[0]) + Math.PI / 2;
  const middleAngle = (startAngle + endAngle) / 2;
  const middleWidth = (startWidth + endWidth) / 2;
  const offset = (point: Point, angle: number, width: number): string =>
    join(point[0] + (Math.cos(angle) * width) / 2, point[1] + (Math.sin(angle) * width) / 2);
  return `M${offset(from, startAngle, startWidth)}Q${offset(bend, middleAngle, middleWidth)} ${offset(to, endAngle, endWidth)}L${offset(to, endAngle, -endWidth)}Q${offset(bend, middleAngle, -middleWidth)} ${offset(from, startAngle, -startWidth)}z`;
}

/** A four-point star. */
export function sparkle(x: number, y: number, r: number): string {
  return svg`M${x} ${y - r}q0 ${r} ${r} ${r}q${-r} 0 ${-r} ${r}q0 ${-r} ${-r} ${-r}q${r} 0 ${r} ${-r}z`;
}

/** A circle as path data, so that many circles fit in one element. */
export function dot(x: number, y: number, r: number): string {
  return svg`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/** Draws stars in the sky, from the top of the canvas down to `bottom`. */
export function stars(scene: Scene, count: number, bottom: number): string {
  const { random, ink } = scene;
  let small = '';
  let large = '';
  for (let i = 0; i < count; i += 1) {
    const at = `M${random.whole(10, 305)} ${random.whole(12, bottom)}h0`;
    if (i % 5 === 0) large += at;
    else small += at;
  }
  const opacity = ink.dark ? 0.8 : 0.55;
  return svg`<g stroke="${ink.highlight}" stroke-linecap="round" opacity="${opacity}"><path stroke-width="1.1" d="${small}"/><path stroke-width="2.1" d="${large}"/></g>`;
}

/** Draws the disc of light behind the subject, with its glow. */
export function disc(ink: Palette, x: number, y: number, r: number): string {
  return svg`<circle cx="${x}" cy="${y}" r="${r * 2.4}" fill="url(#g)"/><circle cx="${x}" cy="${y}" r="${r}" fill="${ink.sun}"/>`;
}

/**
 * Returns dashes and gaps for a circle's stroke. `stepsAround` steps fill the circle. Returns lengths instead of using
 * `pathLength`, because browsers support `pathLength` but the renderer of pull pictures does not.
 */
export function dashes(radius: number, stepsAround: number, ...steps: number[]): string {
  const step = (2 * Math.PI * radius) / stepsAround;
  return steps.map((of) => (of * step).toFixed(3)).join(' ');
}

/** Draws rays of light from a point. One dashed circle whose stroke is as wide as its diameter draws them all. */
export function rays(ink: Palette, x: number, y: number, count: number, opacity: number): string {
  return svg`<circle cx="${x}" cy="${y}" r="230" fill="none" stroke="${ink.ray}" stroke-width="460" stroke-dasharray="${dashes(230, count * 2, 1)}" opacity="${opacity}"/>`;
}

/** A mountain range across the canvas, closed at the bottom. */
export function range(
  random: Random,
  y: number,
  height: number,
  segments: number,
  isSmooth: boolean,
): string {
  const points: Point[] = [];
  const width = (CARD_WIDTH + 30) / segments;
  const phase = random.whole(0, 1);
  for (let i = 0; i <= segments; i += 1) {
    const isPeak = (i + phase) % 2 === 0;
    const rise = isPeak ? random.range(0.6, 1) : -random.range(0.2, 0.75);
    points.push([-15 + i * width + random.range(-0.3, 0.3) * width, y - rise * height]);
  }
  points[0] = [-15, (points[0] as Point)[1]];
  points[segments] = [330, (points[segments] as Point)[1]];
  return `${isSmooth ? smoothPath(points) : polyline(points)}V450H-15z`;
}

/** Draws a tree trunk from above the canvas down to `foot`. The trunk widens towards its roots. */
export function trunk(random: Random, x: number, width: number, foot: number): string {
  const lean = random.range(-10, 10);
  const [top, middle, low] = [width * 0.3, width * 0.42, width * 0.62];
  return svg`M${x + lean - top}-20C${x + lean * 0.3 - middle} ${foot * 0.35} ${x - middle} ${foot * 0.6} ${x - low} ${foot - 30}Q${x - width * 0.8} ${foot - 8} ${x - width * 1.5} ${foot + 8}H${x + width * 1.5}Q${x + width * 0.8} ${foot - 8} ${x + low} ${foot - 30}C${x + middle} ${foot * 0.6} ${x + lean * 0.3 + middle} ${foot * 0.35} ${x + lean + top}-20z`;
}
