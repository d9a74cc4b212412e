// The pictures of cards and packs, drawn on demand. An address that names the version of the drawings may be kept for
// ever.
import { Rejection } from '#domain/rejection.ts';
import type { Game, Rarity } from '#domain/card.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ART_VERSION, cardDrawingUrl, mayShow } from './art-urls.ts';
import { cardArt } from '../../art/card-art.ts';
import { cardBack } from '../../art/card-back.ts';
import { packArt } from '../../art/pack-art.ts';
import { statement } from '../database/database.ts';
import { throughReadings } from '../http/gate.ts';
import type { Context } from '../runtime/context.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const UUID_FORM = /^[0-9a-f-]{36}$/;

/** Serves `/art/card/{id}.svg`, `/art/remote/{id}`, `/art/pack/{id}.svg` and `/art/back.svg`. */
export function serveArt(app: FastifyInstance, context: Context): void {
  app.get<Drawn>('/art/card/:id.svg', async ({ params, query }, reply) => {
    if (!UUID_FORM.test(params.id)) throw new Rejection('CARD_NOT_FOUND');
    const [card] = await throughReadings(() =>
      statement<{
        name: string;
        game: Game;
        rarity: Rarity;
        number: string;
        set: string;
      }>(
        context.db,
        `select c.name, s.game, c.rarity, c.number, s.code as set
         from cards c join card_sets s on s.id = c.set_id where c.id = $1`,
        [params.id],
      ),
    );
    if (card === undefined) throw new Rejection('CARD_NOT_FOUND');
    return sendDrawing(reply, query.v, cardArt(card));
  });

  // By way of the shop, so that the operator's word counts and the drawing behind it follows from the address.
  app.get<Drawn>('/art/remote/:id', async ({ params }, reply) => {
    if (!UUID_FORM.test(params.id)) throw new Rejection('CARD_NOT_FOUND');
    const [card] = await throughReadings(() =>
      statement<{ remote: string | null }>(
        context.db,
        'select image_url as remote from cards where id = $1',
        [params.id],
      ),
    );
    if (card === undefined) throw new Rejection('CARD_NOT_FOUND');
    const isShown = mayShow(context.config, card.remote);
    return reply
      .header('cache-control', AN_HOUR)
      .redirect(isShown ? card.remote! : cardDrawingUrl(params.id));
  });

  app.get<Drawn>('/art/pack/:id.svg', async ({ params, query }, reply) => {
    const [pack] = await throughReadings(() =>
      statement<{
        title: string;
        code: string;
        game: Game;
        card_count: number;
      }>(
        context.db,
        `select s.name as title, s.code, s.game, t.card_count
         from pack_types t join card_sets s on s.id = t.set_id where t.id = $1`,
        [params.id],
      ),
    );
    if (pack === undefined) throw new Rejection('PACK_NOT_FOUND');
    const drawing = packArt({ ...pack, cardCount: pack.card_count, seed: params.id });
    return sendDrawing(reply, query.v, drawing);
  });

  app.get<Drawn>('/art/back.svg', async ({ query }, reply) =>
    sendDrawing(reply, query.v, cardBack()),
  );
}

interface Drawn {
  Params: { id: string };
  Querystring: { v?: string };
}

/** An address without the version of today may show something else tomorrow. */
function sendDrawing(
  reply: FastifyReply,
  version: string | undefined,
  drawing: string,
): FastifyReply {
  return reply
    .header('cache-control', version === ART_VERSION ? FOR_EVER : AN_HOUR)
    .type('image/svg+xml')
    .send(drawing);
}
