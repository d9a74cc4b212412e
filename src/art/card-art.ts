// The face of a card: its picture, frame, name and number, as one SVG of 315 x 440.

import { rarityRank, type Game, type Rarity } from '#domain/card.ts';
import { chooseMotif, collectorIndex, GAME_MOTIFS } from './choose-motif.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './drawing.ts';
import { frameCard } from './frames.ts';
import { drawMotif } from './motifs/draw-motif.ts';
import { lightInWords } from './name-light.ts';
import { nameWords } from './name-words.ts';
import { makePalette } from './palette.ts';
import { printDefs } from './print-defs.ts';
import { hashText, makeRandom } from './random.ts';

/** What a card's picture depends on. */
export interface CardToDraw {
  name: string;
  game: Game;
  rarity: Rarity;
  /** The collector number as printed ("12", "LOB-EN001"). */
  number: string;
  set: string;
}

/** Of a card with two faces ("A // B") the first is drawn. */
function firstFace(name: string): string {
  return (name.split(' // ')[0] as string).trim();
}

/** The card's art as SVG markup; the same card always gives the same bytes. */
export function cardArt(card: CardToDraw): string {
  const name = firstFace(card.name);
  const rank = rarityRank(card.rarity);
  const random = makeRandom(`${card.game}\n${card.set}\n${card.number}\n${name}`);
  const step = collectorIndex(card.number);
  // One step more each time the motifs have come round, so the same pair comes back late.
  const turns = Math.floor(step / GAME_MOTIFS[card.game].length);
  const words = nameWords(name);
  const ink = makePalette(
    {
      game: card.game,
      index: (hashText(card.set) % 97) + step + turns,
      isDark: rank > 2,
      light: lightInWords(words),
    },
    random,
  );
  const motif = chooseMotif(name, card.game, card.number, card.set);
  const picture = drawMotif(motif, { random, ink, rank, words, step });
  const body = frameCard({ name, game: card.game, rank, number: card.number, ink, picture });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">${printDefs(ink, body)}${body}</svg>`;
}
