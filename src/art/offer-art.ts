// Draws the picture of a pack type or of a drop for link previews: the pack on a stage, with its name and some words.

import { PULL_PICTURES } from '#domain/shared-pull.ts';
import { PACK_HEIGHT, PACK_WIDTH, packArt, type PackToDraw } from './pack-art.ts';
import { drawFoot, drawName, drawSmall, drawStage, INK, layDown, QUIET } from './stage.ts';

/** `lines`: what stands under the name, the first line brighter. `shop`: the shop's name. */
export interface OfferToDraw {
  pack: PackToDraw;
  name: string;
  lines: readonly string[];
  shop: string;
}

const PACK = { x: 130, y: 48, width: 340, turn: -2.5 };
const PACK_SIDES = { width: PACK_WIDTH, height: PACK_HEIGHT, round: 6 };
const WORDS = { x: 566, top: 176, room: 560, anchor: 'left', largest: 5.2 } as const;
const FOOT = 574;

/** Returns the picture as SVG markup. The same offer always gives the same bytes. */
export function offerArt({ pack, name, lines, shop }: OfferToDraw): string {
  const { drawn, last } = drawName(name, WORDS);
  const under = lines.map((text, at) =>
    drawSmall(text, last + 50 * (at + 1), at === 0 ? INK : QUIET, WORDS),
  );
  return drawStage(
    { ...PULL_PICTURES.wide, light: [0.27, 0.48] },
    layDown(packArt(pack), PACK, PACK_SIDES) + drawn + under.join('') + drawFoot(shop, FOOT, WORDS),
  );
}
