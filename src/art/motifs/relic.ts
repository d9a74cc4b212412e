// Draws a golden dial: a toothed ring and a star, with an eye, sun, moon or hourglass in the middle.

import {
  dashes,
  dot,
  inTurn,
  polyline,
  range,
  rays,
  sparkle,
  stars,
  svg,
  type Point,
  type Layers,
  type Scene,
} from '../drawing.ts';
import { wordsSay } from '../name-words.ts';
import { mix, shade } from '../palette.ts';

function starShape(points: number, outer: number, inner: number, turn: number): Point[] {
  const list: Point[] = [];
  for (let i = 0; i < points * 2; i += 1) {
    const angle = (Math.PI * i) / points - Math.PI / 2 + turn;
    const r = i % 2 === 0 ? outer : inner;
    list.push([Math.cos(angle) * r, Math.sin(angle) * r]);
  }
  return list;
}

/** Shades every second facet, so that the star looks folded. */
function facets(star: readonly Point[]): string {
  let path = '';
  for (let i = 0; i < star.length; i += 2) {
    const tip = star[i] as Point;
    const valley = star[(i + 1) % star.length] as Point;
    path += svg`M0 0L${tip[0]} ${tip[1]}L${valley[0]} ${valley[1]}z`;
  }
  return path;
}

function emblem(scene: Scene, kind: number): string {
  const { ink } = scene;
  const pen = svg`stroke="${ink.ink}" stroke-width="2.4" stroke-linejoin="round"`;
  if (kind === 0) {
    return svg`<path fill="${ink.highlight}" ${pen} d="M-34 0Q0-36 34 0Q0 36-34 0z"/><circle r="14" fill="${ink.accent}" ${pen}/><circle r="6.5" fill="${ink.ink}"/><circle cx="-4" cy="-5" r="3" fill="#fff"/><path stroke="${ink.highlight}" stroke-width="2.4" stroke-linecap="round" d="M0-24v-10M-17-20l-5-8M17-20l5-8M0 24v10M-17 20l-5 8M17 20l5 8"/>`;
  }
  if (kind === 1) {
    const points = polyline(starShape(12, 37, 22, 0), true);
    return svg`<path fill="${ink.accent}" ${pen} d="${points}"/><circle r="19" fill="${ink.highlight}" ${pen}/><path fill="none" stroke="${ink.ink}" stroke-width="2.4" stroke-linecap="round" d="M-10-4q3.5-3 7 0M3-4q3.5-3 7 0M-7 6q7 6 14 0"/>`;
  }
  if (kind === 2) {
    return svg`<path fill="${ink.highlight}" ${pen} d="M10-34A35 35 0 1 0 10 34A27 27 0 1 1 10-34z"/><path fill="${ink.accent}" ${pen} d="${sparkle(15, 0, 17)}"/>`;
  }
  return svg`<path fill="${ink.highlight}" ${pen} d="M-20-28H20Q20-10 4 0Q20 10 20 28H-20Q-20 10-4 0Q-20-10-20-28z"/><path fill="${ink.accent}" d="M-15-14Q0-18 15-14Q12-6 1 0V12Q12 16 16 26H-16Q-12 16-1 12V0Q-12-6-15-14z"/><path stroke="url(#a)" stroke-width="7" stroke-linecap="round" d="M-23-31H23.01M-23 31H23.01"/>`;
}

/** The dial between two pillars. */
export function drawRelic(scene: Scene): Layers {
  const { random, ink, rank, words, step } = scene;
  const x = 157.5;
  const y = 180;
  const points = inTurn([4, 5, 7, 8], step >> 1);
  let kind = step % 4;
  if (wordsSay(words, 'eye sight vision')) kind = 0;
  if (wordsSay(words, 'sun solar* dawn')) kind = 1;
  if (wordsSay(words, 'moon night lunar*')) kind = 2;
  if (wordsSay(words, 'time hour clock age')) kind = 3;
  const field = mix(ink.near, ink.skyTop, 0.7);
  const one = shade(ink.contrast, 0.26);
  const two = shade(ink.accent, 0.18);
  let out = rays(ink, x, y, 26, rank > 2 ? 0.2 : 0.13) + stars(scene, 36, 310);
  out += svg`<circle cx="${x}" cy="${y}" r="180" fill="url(#g)"/><path fill="${ink.layer(0.6)}" d="${range(random, 322, 14, 8, false)}"/>`;
  const pillar = (px: number): string =>
    svg`<path fill="${ink.near}" stroke="${ink.ink}" stroke-width="2.6" d="M${px - 20} 272h40v90h-40z"/><path stroke="${mix(ink.near, ink.skyBottom, 0.4)}" stroke-width="3" d="M${px - 11} 280v80M${px} 280v80M${px + 11} 280v80"/><path fill="url(#a)" stroke="${ink.ink}" stroke-width="2.6" d="M${px - 26} 260h52v12h-52z"/>`;
  let figure = pillar(46) + pillar(269);
  const star = starShape(points, 84, points === 4 ? 46 : 52, 0);
  const turned = starShape(points, 84, points === 4 ? 46 : 52, Math.PI / points);
  let gems = '';
  for (let i = 0; i < points; i += 1) {
    const angle = (Math.PI * 2 * i) / points - Math.PI / 2;
    gems += dot(Math.cos(angle) * 76, Math.sin(angle) * 76, 4);
  }
  const teeth = random.pick([36, 48, 60]);
  figure += svg`<g transform="translate(${x} ${y})"><circle r="116" fill="${ink.ink}" opacity=".35" cy="8"/><circle r="115" fill="url(#a)" stroke="${ink.ink}" stroke-width="4"/><circle r="103" fill="none" stroke="${mix('#b9782a', ink.ink, 0.35)}" stroke-width="13" stroke-dasharray="${dashes(103, teeth, 0.5)}"/><circle r="93" fill="none" stroke="${ink.ink}" stroke-width="3"/><circle r="110.5" fill="none" stroke="#fff3c9" stroke-width="1.4"/><circle r="91" fill="${field}"/><circle r="87" fill="none" stroke="url(#a)" stroke-width="1.6"/><path fill="${shade(one, 0.42)}" d="${polyline(turned, true)}"/><path fill="${one}" d="${facets(turned)}"/><path fill="${two}" stroke="${ink.ink}" stroke-width="2" stroke-linejoin="round" d="${polyline(star, true)}"/><path fill="${mix(two, ink.sun, 0.42)}" d="${facets(star)}"/><circle r="62" fill="none" stroke="url(#a)" stroke-width="3" stroke-linecap="round" stroke-dasharray="${dashes(62, points * 8, 0.01, 1)}"/><path fill="#fff3c9" stroke="${ink.ink}" stroke-width="1.6" d="${gems}"/><circle r="50" fill="url(#a)" stroke="${ink.ink}" stroke-width="3"/><circle r="42" fill="${mix(ink.ink, ink.skyTop, 0.25)}" stroke="${ink.ink}" stroke-width="2.4"/>${emblem(scene, kind)}<path fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".55" d="M-92-50A105 105 0 0 1-50-92M-38-98A105 105 0 0 1-28-101"/></g>`;
  return { ground: out, figure, front: '', air: '', focus: [x, 200], face: [x, y], foot: 360 };
}
