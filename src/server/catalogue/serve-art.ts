// The pictures of cards and packs, drawn on demand, and those that operators put in their place. An
// address names a version or the content, so a picture may be kept for ever.
import { Rejection } from '#domain/rejection.ts';
import type { Game, Rarity } from '#domain/card.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cardArt } from '../art/card-art.ts';
import { cardBack } from '../art/card-back.ts';
import { packArt } from '../art/pack-art.ts';
import { statement } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { findPicture } from './desk-queries.ts';

const PICTURE_NAME_FORM = /^[\w-]{43}\.(jpeg|png|webp)$/;
const UUID_FORM = /^[0-9a-f-]{36}$/;

/** Serves `/art/card/{id}.svg`, `/art/pack/{id}.svg`, `/art/picture/{name}` and `/art/back.svg`. */
export function serveArt(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>('/art/card/:id.svg', async ({ params }, reply) => {
    if (!UUID_FORM.test(params.id)) throw new Rejection('CARD_NOT_FOUND');
    const [card] = await statement<{
      name: string;
      game: Game;
      rarity: Rarity;
      number: string;
      set: string;
    }>(
      context.db,
      'find_card_to_draw',
      `select c.name, s.game, c.rarity, c.number, s.code as set
       from cards c join card_sets s on s.id = c.set_id where c.id = $1`,
      [params.id],
    );
    if (card === undefined) throw new Rejection('CARD_NOT_FOUND');
    return sendPicture(reply, 'image/svg+xml', cardArt(card));
  });

  app.get<{ Params: { id: string } }>('/art/pack/:id.svg', async ({ params }, reply) => {
    const [pack] = await statement<{ title: string; game: Game; card_count: number }>(
      context.db,
      'find_pack_to_draw',
      `select s.name as title, s.game, t.card_count
       from pack_types t join card_sets s on s.id = t.set_id where t.id = $1`,
      [params.id],
    );
    if (pack === undefined) throw new Rejection('PACK_NOT_FOUND');
    const drawing = packArt({ ...pack, cardCount: pack.card_count, seed: params.id });
    return sendPicture(reply, 'image/svg+xml', drawing);
  });

  app.get<{ Params: { name: string } }>('/art/picture/:name', async ({ params }, reply) => {
    const kind = PICTURE_NAME_FORM.exec(params.name)?.[1];
    const bytes = kind === undefined ? null : await findPicture(context.db, params.name);
    if (bytes === null) throw new Rejection('NOT_FOUND');
    reply.header('content-disposition', `inline; filename="${params.name}"`);
    return sendPicture(reply, `image/${kind}`, bytes);
  });

  app.get('/art/back.svg', async (_request, reply) =>
    sendPicture(reply, 'image/svg+xml', cardBack()),
  );
}

function sendPicture(reply: FastifyReply, type: string, picture: string | Buffer): FastifyReply {
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .type(type)
    .send(picture);
}
