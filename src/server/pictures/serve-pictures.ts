// Serves the re-encoded pictures that operators uploaded. Their addresses have a hash or a random name, so they may be
// cached forever.
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance } from 'fastify';
import { throughReadings } from '../http/gate.ts';
import type { Context } from '../runtime/context.ts';
import { findPictureFile } from './pictures-queries.ts';

const FILE_FORM = /^([\w-]{43})-(\d{2,4})\.(avif|webp|png)$/;
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves `/pictures/{name}-{width}.{format}`. */
export function servePictures(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    // "Not found" must not be cached, because a secret picture of this name may become visible
    // later.
    reply.header('cache-control', 'no-store');
    const [, name, width, format] = FILE_FORM.exec(params.file) ?? [];
    if (name === undefined) throw new Rejection('NOT_FOUND');
    const asked = { name, width: Number(width), format: format! };
    const file = await throughReadings(() => findPictureFile(context.db, asked));
    if (file === null) throw new Rejection('NOT_FOUND');
    if (file.lasts) reply.header('cache-control', FOR_EVER);
    return reply
      .header('content-disposition', `inline; filename="${params.file}"`)
      .type(`image/${format}`)
      .send(file.bytes);
  });
}
