// Draws the pictures of cards and packs on demand. Browsers may cache a picture for ever if its URL
// contains the version of the drawings. Each query reads the version together with the style, so that
// no response for ever shows an older style (choice 1015).
import { Rejection } from '#domain/rejection.ts';
import type { GameId, GameStyle } from '#domain/game.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cardDrawingUrl, mayShow } from './art-urls.ts';
import { artVersion, STYLES_HASH } from './art-version.ts';
import { CARD_PLANES, cardArt, cardPlane, hasPlanes, type CardToDraw } from '../../art/card-art.ts';
import { cardBack } from '../../art/card-back.ts';
import { MOTIFS } from '../../art/motif.ts';
import { packArt } from '../../art/pack-art.ts';
import { statement } from '#engine/database.ts';
import { throughReadings } from '../http/gate.ts';
import type { Context } from '../runtime/context.ts';
import { drawingsOf } from './set-motifs.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
const UUID_FORM = /^[0-9a-f-]{36}$/;

/** Serves `/art/card/{id}.svg`, `/art/remote/{id}`, `/art/pack/{id}.svg` and `/art/back.svg`. */
export function serveArt(app: FastifyInstance, context: Context): void {
  // `plane` selects one part of a full-bleed card. `as` names a motif that replaces the card's own
  // motif.
  app.get<Drawn>('/art/card/:id.svg', async ({ params, query }, reply) => {
    const { isCurrent, ...card } = await findCard(context, params.id, query.v);
    const motif = MOTIFS.find((one) => one === query.as) ?? card.motif;
    const plane = CARD_PLANES.find((one) => one === query.plane);
    if (plane === undefined) return sendDrawing(reply, isCurrent, cardArt({ ...card, motif }));
    if (!hasPlanes(card)) throw new Rejection('CARD_NOT_FOUND');
    return sendDrawing(reply, isCurrent, cardPlane({ ...card, motif }, plane));
  });

  // Redirects to the source's picture. Pages link to this URL instead of the source's, so that the
  // operator's list of hosts applies, and pages can derive the URL of the fallback drawing.
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
      .redirect(isShown ? card.remote! : cardDrawingUrl(context, params.id));
  });

  app.get<Drawn>('/art/pack/:id.svg', async ({ params, query }, reply) => {
    const [pack] = await throughReadings(() =>
      statement<{
        title: string;
        code: string;
        game: GameId;
        style: GameStyle;
        styles: string;
        card_count: number;
      }>(
        context.db,
        `select s.name as title, s.code, s.game, g.style, ${STYLES_HASH} as styles, t.card_count
         from pack_types t join card_sets s on s.id = t.set_id join games g on g.id = s.game
         where t.id = $1`,
        [params.id],
      ),
    );
    if (pack === undefined) throw new Rejection('PACK_NOT_FOUND');
    const drawing = packArt({ ...pack, cardCount: pack.card_count, seed: params.id });
    return sendDrawing(reply, query.v === artVersion(pack.styles), drawing);
  });

  app.get('/art/back.svg', async (_request, reply) => sendDrawing(reply, false, cardBack()));
}

/** The address of a drawing. */
export interface Drawn {
  Params: { id: string };
  Querystring: { v?: string; as?: string; plane?: string };
}

function sendDrawing(reply: FastifyReply, isCurrent: boolean, drawing: string): FastifyReply {
  return cacheDrawing(reply, isCurrent).type('image/svg+xml').send(drawing);
}

/**
 * Says how long a drawing may be cached. If the URL lacks the current version, it may show another
 * drawing tomorrow, so browsers cache the response only for a while.
 */
export function cacheDrawing(reply: FastifyReply, isCurrent: boolean): FastifyReply {
  return reply.header('cache-control', isCurrent ? FOR_EVER : AN_HOUR);
}

/**
 * The card to draw, with the motif that it has among the cards of its set. `isCurrent`: whether
 * `version` is the version of the drawing.
 */
export async function findCard(
  context: Context,
  id: string,
  version: string | undefined,
): Promise<CardToDraw & { isCurrent: boolean }> {
  if (!UUID_FORM.test(id)) throw new Rejection('CARD_NOT_FOUND');
  return throughReadings(async () => {
    const [card] = await statement<CardToDraw & { set_id: string; styles: string }>(
      context.db,
      `select c.name, s.game, g.style, ${STYLES_HASH} as styles, c.rarity, c.number, s.code as set, c.set_id
       from cards c join card_sets s on s.id = c.set_id join games g on g.id = s.game
       where c.id = $1`,
      [id],
    );
    if (card === undefined) throw new Rejection('CARD_NOT_FOUND');
    const drawing = (await drawingsOf(context, card.set_id, card.style)).get(id);
    // A card newer than the stored drawings of its set gets its own later.
    const isCurrent = drawing !== undefined && version === artVersion(card.styles);
    return { ...card, ...drawing, isCurrent };
  });
}
