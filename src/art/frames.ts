// Each rarity has its own frame, so that users can tell rarities apart without colour: common on paper, uncommon in
// ink, rare in full bleed with cut corners, mythic in gold.

import type { GameSign } from '#domain/game.ts';
import { CARD_HEIGHT, CARD_WIDTH, sparkle, svg } from './drawing.ts';
import { splitIntoLines, drawableText, fittingScale, letterLine } from './lettering.ts';
import { mix, type Palette } from './palette.ts';
import { drawSign } from './signs.ts';

interface FramedCard {
  name: string;
  sign: GameSign;
  rank: 1 | 2 | 3 | 4;
  number: string;
  ink: Palette;
  /** Markup of the picture in the card's coordinates. */
  picture: string;
}

const CORNER = 15;
const MAX_NAME_LENGTH = 90;

function pips(
  x: number,
  y: number,
  count: number,
  colour: string,
  anchor: 'left' | 'middle',
): string {
  const step = 9.6;
  const start = anchor === 'middle' ? x - ((count - 1) * step) / 2 : x + 3.4;
  let path = '';
  for (let i = 0; i < count; i += 1) {
    path += svg`M${start + i * step} ${y - 3.8}l3.8 3.8-3.8 3.8-3.8-3.8z`;
  }
  return svg`<path fill="${colour}" d="${path}"/>`;
}

function collectorNumber(number: string, x: number, colour: string): string {
  const text = drawableText(number.slice(0, 14));
  const scale = fittingScale([text], 62, 0.74);
  return letterLine(text, {
    x,
    baseline: 415.4,
    scale,
    anchor: 'right',
    attributes: `stroke="${colour}" stroke-width="${(0.95 / scale).toFixed(2)}"`,
  });
}

/** Draws the name on one line. If one line would be too small to read, draws two lines. */
function nameLines(name: string, x: number, anchor: 'left' | 'middle', colour: string): string {
  const room = 252;
  let text = drawableText(name.slice(0, MAX_NAME_LENGTH));
  let lines = [text];
  if (fittingScale(lines, room, 1.5) < 0.98) lines = splitIntoLines(text, 2);
  while (fittingScale(lines, room, 1.5) < 0.72 && text.includes(' ')) {
    text = `${text
      .replace(/\.\.\.$/, '')
      .split(' ')
      .slice(0, -1)
      .join(' ')}...`;
    lines = splitIntoLines(text, 2);
    if (!text.includes(' ')) break;
  }
  const isOneLine = lines.length === 1;
  const scale = fittingScale(lines, room, isOneLine ? 1.5 : 1.05);
  const width = (isOneLine ? 1.95 : 1.6) / scale;
  return lines
    .map((line, i) =>
      letterLine(line, {
        x,
        baseline: isOneLine ? 383 + scale * 2 : 373.5 + i * (10 * scale + 7.5),
        scale,
        anchor,
        attributes: `stroke="${colour}" stroke-width="${width.toFixed(2)}"`,
      }),
    )
    .join('');
}

function window(card: FramedCard, x: number, y: number, w: number, h: number, r: number): string {
  return svg`<clipPath id="frame"><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}"/></clipPath><g clip-path="url(#frame)">${card.picture}</g><rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="none" stroke="${card.ink.ink}" stroke-opacity=".7" stroke-width="1.2"/>`;
}

function wholeCard(fill: string): string {
  return svg`<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="${CORNER}" fill="${fill}"/>`;
}

function commonFrame(card: FramedCard): string {
  const { ink } = card;
  const print = mix(ink.ink, ink.near, 0.3);
  const soft = mix(print, ink.paper, 0.4);
  return svg`${wholeCard(ink.paper)}${window(card, 14, 14, 287, 344, 7)}${nameLines(card.name, 16, 'left', print)}${pips(15.5, 412, 1, '#6d757b', 'left')}${drawSign(card.sign, 157.5, 412, soft)}${collectorNumber(card.number, 299, soft)}`;
}

function uncommonFrame(card: FramedCard): string {
  const { ink } = card;
  const border = mix(ink.ink, '#000000', 0.28);
  const soft = mix(border, '#ffffff', 0.62);
  return svg`${wholeCard(border)}${window(card, 12, 12, 291, 334, 7)}<rect x="7" y="7" width="301" height="426" rx="11" fill="none" stroke="url(#violet)" stroke-width="2.2"/>${nameLines(card.name, 157.5, 'middle', '#fff')}${pips(19, 412, 2, '#b98af0', 'left')}${drawSign(card.sign, 157.5, 412, soft)}${collectorNumber(card.number, 295, soft)}`;
}

function bleed(card: FramedCard): string {
  return svg`<clipPath id="frame"><rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="${CORNER}"/></clipPath><g clip-path="url(#frame)">${card.picture}<path fill="url(#scrim)" d="M0 284H315V440H0z"/></g>`;
}

function rareFrame(card: FramedCard): string {
  const soft = mix(card.ink.ink, '#ffffff', 0.72);
  return svg`${bleed(card)}<rect x="1.5" y="1.5" width="312" height="437" rx="13.5" fill="none" stroke="${card.ink.ink}" stroke-width="3"/><rect x="5" y="5" width="305" height="430" rx="10.5" fill="none" stroke="url(#blue)" stroke-width="3"/><path fill="none" stroke="url(#blue)" stroke-width="1.1" opacity=".9" d="M26 11H289L304 26V414L289 429H26L11 414V26z"/><path fill="none" stroke="#9cc8f8" stroke-width="1.8" stroke-linecap="round" stroke-dasharray=".1 5" opacity=".75" d="M58 397.5H257"/>${nameLines(card.name, 157.5, 'middle', '#fff')}${pips(157.5, 412, 3, '#5fb0fb', 'middle')}${drawSign(card.sign, 34, 411, soft)}${collectorNumber(card.number, 286, soft)}`;
}

function mythicFrame(card: FramedCard): string {
  const scooped = (inset: number, r: number): string =>
    svg`M${inset + r} ${inset}H${CARD_WIDTH - inset - r}a${r} ${r} 0 0 0 ${r} ${r}V${CARD_HEIGHT - inset - r}a${r} ${r} 0 0 0 ${-r} ${r}H${inset + r}a${r} ${r} 0 0 0 ${-r} ${-r}V${inset + r}a${r} ${r} 0 0 0 ${r} ${-r}z`;
  const { ink } = card;
  const outer = svg`M15 0H300a15 15 0 0 1 15 15V425a15 15 0 0 1-15 15H15a15 15 0 0 1-15-15V15a15 15 0 0 1 15-15z`;
  const ornament = svg`<path fill="#fff3c9" d="${sparkle(157.5, 352, 9)}"/><path stroke="url(#gold)" stroke-width="1.2" stroke-linecap="round" d="M100 352H141M174 352.01H215"/><path fill="#e7b04a" d="M96 352l4-3 4 3-4 3zM211 352l4-3 4 3-4 3z"/>`;
  const corners = [
    [15, 15],
    [300, 15],
    [15, 425],
    [300, 425],
  ]
    .map(([x, y]) => sparkle(x as number, y as number, 4.6))
    .join('');
  const soft = mix(ink.ink, '#ffe9a8', 0.75);
  return svg`${bleed(card)}<path fill="url(#gold)" fill-rule="evenodd" d="${outer}${scooped(9, 13)}"/><path fill="none" stroke="${mix(ink.ink, '#b9782a', 0.18)}" stroke-width="2.4" d="${scooped(10, 13)}"/><path fill="none" stroke="#fffbe8" stroke-width="1" opacity=".8" d="M15 1.2H300a13.8 13.8 0 0 1 13.8 13.8V425a13.8 13.8 0 0 1-13.8 13.8H15a13.8 13.8 0 0 1-13.8-13.8V15a13.8 13.8 0 0 1 13.8-13.8z"/><path fill="none" stroke="url(#gold)" stroke-width="1.3" d="${scooped(15.5, 12)}"/><path fill="${mix('#b9782a', ink.ink, 0.25)}" d="${corners}"/>${ornament}${nameLines(card.name, 157.5, 'middle', '#fff1c4')}${pips(157.5, 412, 4, '#fca34d', 'middle')}${drawSign(card.sign, 36, 410, soft)}${collectorNumber(card.number, 282, soft)}`;
}

/** Returns the card's face with its frame, without `<defs>`. */
export function frameCard(card: FramedCard): string {
  switch (card.rank) {
    case 1:
      return commonFrame(card);
    case 2:
      return uncommonFrame(card);
    case 3:
      return rareFrame(card);
    case 4:
      return mythicFrame(card);
  }
}
