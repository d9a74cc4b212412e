// The face of a card: its picture, frame, name and number, as one SVG of 315 x 440.

import { rarityRank, type Game, type Rarity } from '#domain/card.ts';
import { collectorIndex } from './choose-motif.ts';
import { composeCard, firstFace } from './composition.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './drawing.ts';
import { frameCard } from './frames.ts';
import { drawMotif } from './motifs/draw-motif.ts';
import { nameWords } from './name-words.ts';
import { inksOf } from './palette.ts';
import { printDefs } from './print-defs.ts';
import { makeRandom } from './random.ts';

export interface CardToDraw {
  name: string;
  game: Game;
  rarity: Rarity;
  /** The collector number as printed ("12", "LOB-EN001"). */
  number: string;
  set: string;
}

/** The card's art as SVG markup; the same card always gives the same bytes. */
export function cardArt(card: CardToDraw): string {
  const name = firstFace(card.name);
  const rank = rarityRank(card.rarity);
  const random = makeRandom(`${card.game}\n${card.set}\n${card.number}\n${name}`);
  const step = collectorIndex(card.number);
  const words = nameWords(name);
  const composition = composeCard(card);
  const ink = inksOf(composition.light, random);
  const picture = drawMotif(composition.motif, { random, ink, rank, words, step }, composition);
  const body = frameCard({ name, game: card.game, rank, number: card.number, ink, picture });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">${printDefs(ink, body)}${body}</svg>`;
}
