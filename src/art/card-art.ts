// Draws the face of a card as one SVG of 315 x 440: picture, frame, name and number.

import { rarityRank, type Rarity } from '#domain/card.ts';
import type { GameId, GameStyle } from '#domain/game.ts';
import { firstFace } from './choose-motif.ts';
import type { Motif } from './motif.ts';
import { composeCard, stepOfPrint } from './composition.ts';
import { CARD_HEIGHT, CARD_WIDTH, svg } from './drawing.ts';
import { frameCard } from './frames.ts';
import { drawMotif, drawPlanes, HALFTONE } from './motifs/draw-motif.ts';
import { nameWords } from './name-words.ts';
import { inksOf, type Palette } from './palette.ts';
import { printDefs } from './print-defs.ts';
import { makeRandom } from './random.ts';

export interface CardToDraw {
  name: string;
  /** The game's id, which is part of the seed of chance. */
  game: GameId;
  style: GameStyle;
  rarity: Rarity;
  /** The collector number as printed ("12", "LOB-EN001"). */
  number: string;
  /** The place among the prints of its number, from 0. If omitted, it is the first. */
  print?: number | undefined;
  set: string;
  /** The motif that `motifsOfSet` chose for the card within its set. If omitted, the name alone decides the motif. */
  motif?: Motif | undefined;
}

/** Returns the card's art as SVG markup. The same card always gives the same bytes. */
export function cardArt(card: CardToDraw): string {
  const { composition, ink, scene } = prepare(card);
  const body = framed(card, ink, drawMotif(composition.motif, scene, composition));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">${printDefs(ink, body)}${body}</svg>`;
}

/** The parts of a full-bleed card, from the farthest to the nearest. Drawn over each other, they are the card. */
export const CARD_PLANES = ['back', 'subject', 'front', 'frame'] as const;
type CardPlane = (typeof CARD_PLANES)[number];

/** How far the moving planes extend beyond each edge of the card, so that a plane's edge is never visible. */
const BLEED = 10;

/** Whether the card's picture fills the card, so that it can be drawn in planes. */
export function hasPlanes({ rarity }: Pick<CardToDraw, 'rarity'>): boolean {
  return rarityRank(rarity) > 2;
}

/** Returns one plane of a full-bleed card. Every plane except the frame extends beyond the card by `BLEED`. */
export function cardPlane(card: CardToDraw, plane: CardPlane): string {
  const { composition, ink, scene } = prepare(card);
  const planes = drawPlanes(composition.motif, scene, composition);
  const isFrame = plane === 'frame';
  const body = isFrame ? framed(card, ink, HALFTONE) : planes[plane];
  const bleed = isFrame ? 0 : BLEED;
  const [width, height] = [CARD_WIDTH + 2 * bleed, CARD_HEIGHT + 2 * bleed];
  return svg`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-bleed} ${-bleed} ${width} ${height}">${printDefs(ink, body)}${body}</svg>`;
}

/** Prepares the inputs of a card's picture: composition, inks and scene. */
function prepare(card: CardToDraw) {
  const name = firstFace(card.name);
  const random = makeRandom(`${card.game}\n${card.set}\n${card.number}\n${name}`);
  const composition = composeCard(card);
  const ink = inksOf(composition.light, random);
  const scene = {
    random,
    ink,
    rank: rarityRank(card.rarity),
    words: nameWords(name),
    step: stepOfPrint(card),
  };
  return { composition, ink, scene };
}

function framed(card: CardToDraw, ink: Palette, picture: string): string {
  const { rarity, number, style } = card;
  const name = firstFace(card.name);
  return frameCard({ name, sign: style.sign, rank: rarityRank(rarity), number, ink, picture });
}
