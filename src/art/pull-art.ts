// Draws the picture of a pull: its card on a stage, with name, rarity, pack and day.

import { rarityRank } from '#domain/card.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import { PULL_PICTURES, type PullPicture } from '#domain/shared-pull.ts';
import { cardArt, type CardToDraw } from './card-art.ts';
import { firstFace } from './choose-motif.ts';
import { CARD_HEIGHT, CARD_WIDTH, svg } from './drawing.ts';
import {
  cut,
  drawFoot,
  drawName,
  drawSmall,
  drawStage,
  INK,
  layDown,
  QUIET,
  type Lying,
  type WordsAt,
} from './stage.ts';

/** The content of a pull picture. */
export interface PullToDraw {
  card: CardToDraw;
  packName: string;
  /** The day in words, such as "November 22, 2026". */
  day: string;
  /** Name of the user who pulled the card. Null unless the user chose to show the name. */
  by: string | null;
  shop: string;
}

/** Positions of the parts. `words`: the text near the card. */
interface Layout {
  card: Lying;
  words: WordsAt;
  light: readonly [x: number, y: number];
  foot: number;
}

const LAYOUTS: Record<PullPicture, Layout> = {
  wide: {
    card: { x: 96, y: 46, width: 385, turn: -2.5 },
    words: { x: 566, top: 176, room: 560, anchor: 'left', largest: 5.2 },
    light: [0.27, 0.48],
    foot: 574,
  },
  tall: {
    card: { x: 270, y: 62, width: 540, turn: -2 },
    words: { x: 540, top: 905, room: 900, anchor: 'middle', largest: 6 },
    light: [0.5, 0.36],
    foot: 1306,
  },
};

/** Colours of the four rarities on the dark stage, in order of rank. */
const RARITY_COLOURS = ['#aeb5bb', '#d4aff6', '#51a5f6', '#fca34d'] as const;

const CARD_SIDES = { width: CARD_WIDTH, height: CARD_HEIGHT, round: 18 };

/** Returns the picture as SVG markup. The same pull always gives the same bytes. */
export function pullArt(pull: PullToDraw, form: PullPicture): string {
  const { card, light, foot, words } = LAYOUTS[form];
  return drawStage(
    { ...PULL_PICTURES[form], light },
    layDown(cardArt(pull.card), card, CARD_SIDES) +
      drawWords(pull, words) +
      drawFoot(pull.shop, foot, words),
  );
}

const PACK_LENGTH_MAX = 48;
const BY_LENGTH_MAX = 40;

function drawWords({ card, packName, day, by }: PullToDraw, at: WordsAt): string {
  const rank = rarityRank(card.rarity);
  const { drawn, last } = drawName(firstFace(card.name), at);
  return [
    pips(rank, at),
    drawn,
    drawSmall(rarityWords(card.rarity), last + 50, RARITY_COLOURS[rank - 1]!, at),
    drawSmall(`From ${cut(packName, PACK_LENGTH_MAX)}`, last + 100, INK, at),
    drawSmall(by === null ? day : `${day} - ${cut(by, BY_LENGTH_MAX)}`, last + 150, QUIET, at),
  ].join('');
}

/** Draws as many lozenges as the rank of the card, so that the rarity is visible without colour. */
function pips(rank: 1 | 2 | 3 | 4, { x, top, anchor }: WordsAt): string {
  const step = 34;
  const first = anchor === 'left' ? x + 11 : x - ((rank - 1) * step) / 2;
  const path = Array.from(
    { length: rank },
    (_none, i) => svg`M${first + i * step} ${top - 11}l11 11-11 11-11-11z`,
  ).join('');
  return svg`<path fill="${RARITY_COLOURS[rank - 1]!}" d="${path}"/>`;
}
