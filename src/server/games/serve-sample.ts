// Draws what an operator chooses for a game before it is saved: the signs, and sample cards in a style.
import { drawnStyle, schemeOf } from '#contract/games.ts';
import { RARITIES } from '#domain/card.ts';
import { GAME_SIGNS } from '#domain/game.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance } from 'fastify';
import { cardArt } from '../../art/card-art.ts';
import { drawSign } from '../../art/signs.ts';

const AN_HOUR = 'public, max-age=3600';

/** A grey that is visible on light and dark pages. */
const SIGN_COLOUR = '#7b8781';

/**
 * Serves `/art/sign/{sign}.svg`, and `/art/sample.svg?style=...&rarity=rare`, where `style` is a sign with colour schemes
 * as JSON.
 */
export function serveSample(app: FastifyInstance): void {
  app.get<{ Params: { sign: string } }>('/art/sign/:sign.svg', async ({ params }, reply) => {
    const sign = GAME_SIGNS.find((one) => one === params.sign);
    if (sign === undefined) throw new Rejection('NOT_FOUND');
    const drawing = drawSign(sign, 0, 0, SIGN_COLOUR);
    return reply
      .header('cache-control', AN_HOUR)
      .type('image/svg+xml')
      .send(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 16 16">${drawing}</svg>`);
  });

  app.get<{ Querystring: { style?: string; rarity?: string } }>(
    '/art/sample.svg',
    async ({ query }, reply) => {
      const { sign, schemes } = readStyle(query.style);
      const rarity = RARITIES.find((one) => one === query.rarity) ?? 'rare';
      const style = {
        sign,
        schemes: schemes.map(schemeOf),
        motifs: [],
        packMotifs: [],
        namesCreatures: false,
      };
      // Each rarity gets its own collector number, so that the samples of a style differ in motif
      // and colours.
      const number = String(RARITIES.indexOf(rarity) + 1);
      return reply
        .header('cache-control', AN_HOUR)
        .type('image/svg+xml')
        .send(cardArt({ name: 'Sample', game: 'sample', style, rarity, number, set: '' }));
    },
  );
}

function readStyle(written = '') {
  try {
    const style = drawnStyle.safeParse(JSON.parse(written));
    if (style.success) return style.data;
  } catch {
    // `style` is not JSON. The rejection below says so.
  }
  throw new Rejection('VALIDATION_ERROR', 'style must be a sign with colour schemes');
}
