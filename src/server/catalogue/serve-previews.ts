// Serves the pictures of link previews, which can't be SVG: a card on a ground of cloth, a pack or a drop with its words.
import { createHash } from 'node:crypto';
import { momentInUtc } from '#domain/day-in-utc.ts';
import type { GameId, GameStyle } from '#domain/game.ts';
import { Rejection } from '#domain/rejection.ts';
import { statement } from '#engine/database.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { cardArt } from '../../art/card-art.ts';
import { offerArt } from '../../art/offer-art.ts';
import { makeGate, throughReadings } from '../http/gate.ts';
import { cacheLatest } from '../http/serialized-reply.ts';
import { writeDrawing } from '../pictures/write-picture.ts';
import type { Context } from '../runtime/context.ts';
import { IS_PUBLIC_DROP } from './pack-types-queries.ts';
import { cacheDrawing, findCard, type Drawn } from './serve-art.ts';

/**
 * Serves `/art/card/{id}.jpeg`, `/art/pack/{id}.jpeg`, `/art/pack/{id}/drop-night.jpeg` and `/art/drop/{hash}.jpeg`. All
 * have 1200 x 630 pixels.
 */
export function servePreviews(app: FastifyInstance, context: Context): void {
  app.get<Drawn>('/art/card/:id.jpeg', async ({ params, query }, reply) => {
    const { isCurrent, ...card } = await findCard(context, params.id, query.v);
    return sendPainted(cacheDrawing(reply, isCurrent), onFelt(cardArt(card)));
  });

  // The version of the drawings says nothing about names and times, so browsers cache these pictures only for a while.
  app.get<Drawn>('/art/pack/:id.jpeg', async ({ params }, reply) => {
    const pack = await findPack(context, 't.id = $1', params.id);
    const cards = `${pack.card_count} ${pack.card_count === 1 ? 'card' : 'cards'} a pack`;
    return sendPainted(cacheDrawing(reply, false), offerOf(context, pack, [pack.title, cards]));
  });

  app.get<Drawn>('/art/pack/:id/drop-night.jpeg', async ({ params }, reply) => {
    const pack = await findPack(context, 't.id = $1', params.id);
    const lines = ['Drop night', ...timeOf(pack)];
    return sendPainted(cacheDrawing(reply, false), offerOf(context, pack, lines));
  });

  app.get<{ Params: { hash: string } }>('/art/drop/:hash.jpeg', async ({ params }, reply) => {
    if (!/^[0-9a-f]{64}$/.test(params.hash)) throw new Rejection('NOT_FOUND');
    const pack = await findPack(context, `d.hash = decode($1, 'hex')`, params.hash);
    const lines = [`Drop ${pack.number}`, ...timeOf(pack)];
    return sendPainted(cacheDrawing(reply, false), offerOf(context, pack, lines));
  });
}

type PackRow = {
  id: string;
  name: string;
  title: string;
  code: string;
  game: GameId;
  style: GameStyle;
  card_count: number;
  /** The number and time of a drop: of the asked one, or of the type's newest. Null if there is none. */
  number: number | null;
  opens_at: Date | null;
  is_coming: boolean;
};

/** `where`: which pack type `t`, or which of its drops `d`. */
async function findPack({ db }: Context, where: string, value: string): Promise<PackRow> {
  const [pack] = await throughReadings(() =>
    statement<PackRow>(
      db,
      `select t.id, t.name, s.name as title, s.code, s.game, g.style, t.card_count,
         d.number, d.opens_at, coalesce(d.state in ('draft', 'published'), false) as is_coming
       from pack_types t join card_sets s on s.id = t.set_id join games g on g.id = s.game
       left join drops d on d.pack_type_id = t.id and ${IS_PUBLIC_DROP}
       where ${where} order by d.number desc nulls first limit 1`,
      [value],
    ),
  );
  if (pack === undefined) throw new Rejection('PACK_NOT_FOUND');
  return pack;
}

/** Says when a drop opens that is still to come. */
function timeOf({ is_coming: isComing, opens_at: opensAt }: PackRow): string[] {
  return isComing && opensAt !== null ? [`Opens ${momentInUtc(opensAt)}`] : [];
}

function offerOf({ settings }: Context, row: PackRow, lines: readonly string[]): string {
  const { id, name, title, code, game, style, card_count: cardCount } = row;
  const pack = { title, code, game, style, cardCount, seed: id };
  return offerArt({ pack, name, lines, shop: settings.now().name });
}

// A preview takes a tenth of a second of one core. The shop draws one preview at a time, so that
// only visitors who request previews wait for them.
const throughPreviews = makeGate({ running: 1, waiting: 20, waitMs: 8_000 });
const PAINTED_MOST = 100;
/** The pictures that were painted last, by the hash of their drawing. Each takes about 60 KB. */
const painted = cacheLatest<Buffer>(PAINTED_MOST);

async function sendPainted(reply: FastifyReply, drawing: string): Promise<FastifyReply> {
  const hash = createHash('sha256').update(drawing).digest('base64url');
  const bytes = await painted(hash, () => throughPreviews(() => writeDrawing(drawing)));
  return reply.type('image/jpeg').send(bytes);
}

/** A card in the middle of the picture. */
function onFelt(card: string): string {
  const height = 566;
  const width = Math.round((height * 315) / 440);
  const placed = card.replace(
    'width="315" height="440"',
    `x="${600 - width / 2}" y="${(630 - height) / 2}" width="${width}" height="${height}"`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><defs><radialGradient id="felt" cx=".5" cy=".4" r=".7"><stop offset="0" stop-color="#0f4a37"/><stop offset=".54" stop-color="#08251c"/><stop offset="1" stop-color="#04120d"/></radialGradient></defs><rect width="1200" height="630" fill="url(#felt)"/>${placed}</svg>`;
}
