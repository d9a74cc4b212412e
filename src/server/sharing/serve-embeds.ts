// Serves the script with which other sites show a pack or the next drop, and the pages of its frames (docs/embedding.md).
// Nothing here reads a session or sets a cookie. These pages alone may be framed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as rows from '#contract/catalogue.ts';
import type { PackType } from '#contract/catalogue.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { findNextDrop } from '../drops/drops-queries.ts';
import { cachedEndpointsOf } from '../http/cached-endpoints.ts';
import { FOR_ANY_ORIGIN } from '../http/guard-headers.ts';
import { cacheCompressed } from '../http/send-compressed.ts';
import { cachedTexts } from '../http/send-cached-text.ts';
import type { Context } from '../runtime/context.ts';
import {
  dropFrame,
  frameThemeOf,
  NO_DROP,
  NO_PACK,
  packFrame,
  writeFrame,
  type FramedShop,
} from './embed-page.ts';

type Asked = { Params: { id: string }; Querystring: { theme?: string } };

/** Serves `/embed.js`, `/embed/pack/{id}` and `/embed/drop`. */
export function serveEmbeds(app: FastifyInstance, context: Context): void {
  const { config, db, settings } = context;
  const send = cachedTexts(app);
  const sendScript = cacheCompressed(() =>
    readFileSync(join(import.meta.dirname, 'embed.js'), 'utf8'),
  );
  const shop = (): FramedShop => ({ ...settings.now(), publicUrl: config.publicUrl });

  app.get('/embed.js', async (request, reply) =>
    sendScript(
      request,
      reply
        .headers({ ...FOR_ANY_ORIGIN, 'cross-origin-resource-policy': 'cross-origin' })
        .header('cache-control', 'public, max-age=3600')
        .type('text/javascript; charset=utf-8'),
    ),
  );

  app.get<Asked>('/embed/pack/:id', async (request, reply) => {
    const { params, query } = request;
    const theme = frameThemeOf(query.theme);
    const address = addressOf(`/embed/pack/${encodeURIComponent(params.id)}`, theme);
    try {
      return await send(request, reply, address, async () =>
        writeFrame(shop(), packFrame(await readPack(app, params.id)), theme),
      );
    } catch (error) {
      if (!(error instanceof Rejection) || error.code === 'UNAVAILABLE') throw error;
      return sendMissing(request, reply, shop());
    }
  });

  app.get<Asked>('/embed/drop', async (request, reply) => {
    const theme = frameThemeOf(request.query.theme);
    return send(request, reply, addressOf('/embed/drop', theme), async (read) => {
      const drop = await read(() => findNextDrop(db));
      if (drop === null) return writeFrame(shop(), NO_DROP, theme);
      const { number, state, opens_at: opensAt, left } = drop;
      const pack = await readPack(app, drop.pack_type_id);
      const framed = { number, isOpen: state === 'open', opensAt, left };
      return writeFrame(shop(), dropFrame(framed, pack), theme);
    });
  });
}

/** The address under which a frame is cached. */
function addressOf(path: string, theme: string): string {
  return theme === 'auto' ? path : `${path}?theme=${theme}`;
}

/** Reads a pack type as the API shows it to everybody. Rejects if there is none of this id. */
async function readPack(app: FastifyInstance, id: string): Promise<PackType> {
  const { data } = await cachedEndpointsOf(app)!.read(rows.showPackType, { id });
  return z.decode(rows.showPackType.reply, data as z.input<typeof rows.showPackType.reply>);
}

/** An unknown pack has a page too, but the cache stores none for every address that somebody makes up. */
function sendMissing(
  { query }: FastifyRequest<Asked>,
  reply: FastifyReply,
  shop: FramedShop,
): FastifyReply {
  const { text, headers } = writeFrame(shop, NO_PACK, frameThemeOf(query.theme));
  return reply.code(404).removeHeader('x-frame-options').headers(headers).send(text);
}
