// Draws a sample card in the look that an operator chooses for a game, before it is saved.
import { gameLook, schemeOf } from '#contract/games.ts';
import { RARITIES } from '#domain/card.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance } from 'fastify';
import { cardArt } from '../../art/card-art.ts';

const AN_HOUR = 'public, max-age=3600';

interface Asked {
  Querystring: { look?: string; rarity?: string };
}

/** Serves `/art/sample.svg?look=...&rarity=rare`. `look` is a sign with colour schemes, as JSON. */
export function serveSample(app: FastifyInstance): void {
  app.get<Asked>('/art/sample.svg', async ({ query }, reply) => {
    const { sign, schemes } = readLook(query.look);
    const rarity = RARITIES.find((one) => one === query.rarity) ?? 'rare';
    const style = {
      sign,
      schemes: schemes.map(schemeOf),
      motifs: [],
      packMotifs: [],
      namesCreatures: false,
    };
    // Each rarity has another number, so that the samples of a look differ in motif and scheme.
    const number = String(RARITIES.indexOf(rarity) + 1);
    return reply
      .header('cache-control', AN_HOUR)
      .type('image/svg+xml')
      .send(cardArt({ name: 'Sample', game: 'sample', style, rarity, number, set: '' }));
  });
}

function readLook(written = '') {
  try {
    const look = gameLook.safeParse(JSON.parse(written));
    if (look.success) return look.data;
  } catch {
    // Not JSON.
  }
  throw new Rejection('VALIDATION_ERROR', 'look must be a sign with colour schemes');
}
