// Serves the log as files that anybody can read and store (C2SP tlog-tiles). The address of these files is the log's
// name.
import { Rejection } from '#domain/rejection.ts';
import {
  readTilePath,
  tileWidth,
  writeEntryBundle,
  TILE_WIDTH,
  type Tile,
} from '#domain/packproof/tiles.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { throughReadings } from '../http/gate.ts';
import type { Context } from '../runtime/context.ts';
import { policyOf } from './log-policy.ts';
import { proveEntry, withCosignatures } from './log-proofs.ts';
import {
  findEntries,
  findLogBy,
  findNewestCheckpoint,
  findTileHashes,
  type LogRow,
} from './log-queries.ts';
import { proofPrimitives } from './proof-primitives.ts';

const PATH_FORM =
  /^(?:([2-9]|[1-9]\d+)\/)?(checkpoint|policy|(0|[1-9]\d{0,14})\.tlog-proof|tile\/(.+))$/;
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The cache header of files that may change with the next checkpoint. */
const A_MOMENT = 'public, max-age=1';
const TILE_BITS = 8;

type Served = { body: string | Uint8Array; lasts: boolean };

/** Serves `/log/...`, and `/log/2/...` if there is a second log. */
export function serveLog(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { '*': string } }>('/log/*', async ({ params }, reply) => {
    reply.header('cache-control', 'no-store');
    const [, number = '1', name, index, tilePath] = PATH_FORM.exec(params['*']) ?? [];
    if (name === undefined) throw new Rejection('NOT_FOUND');
    const served = await throughReadings(async () => {
      const log = await findLogBy(context.db, Number(number));
      if (log === null) return null;
      if (name === 'checkpoint') return readNewest(context, log);
      if (name === 'policy') return { body: await policyOf(context, log), lasts: false };
      if (index !== undefined) return readProof(context, log, Number(index));
      const tile = readTilePath(tilePath!);
      return tile === undefined ? null : readTile(context, log, tile);
    });
    if (served === null) throw new Rejection('NOT_FOUND');
    return send(reply, served);
  });
}

function send(reply: FastifyReply, { body, lasts }: Served): FastifyReply {
  const isText = typeof body === 'string';
  return reply
    .header('cache-control', lasts ? FOR_EVER : A_MOMENT)
    .header('access-control-allow-origin', '*')
    .type(isText ? 'text/plain; charset=utf-8' : 'application/octet-stream')
    .send(isText ? body : Buffer.from(body));
}

async function readNewest({ db }: Context, log: LogRow): Promise<Served | null> {
  const newest = await findNewestCheckpoint(db, log.number);
  if (newest === null) return null;
  return { body: await withCosignatures(db, log, newest), lasts: false };
}

/**
 * Returns the proof of an entry. The proof may change, because a witness may still sign a checkpoint that covers the
 * entry.
 */
async function readProof(context: Context, log: LogRow, index: number): Promise<Served | null> {
  const proof = await proveEntry(context, log, index);
  return proof === null ? null : { body: proof, lasts: false };
}

/** Returns a tile. If no checkpoint covers all of the tile, returns null, so that a served tile never changes. */
async function readTile({ db }: Context, log: LogRow, tile: Tile): Promise<Served | null> {
  const newest = await findNewestCheckpoint(db, log.number);
  if (newest === null || tileWidth(tile, newest.size) < tile.width) return null;
  const from = tile.index * TILE_WIDTH;
  const to = from + tile.width;
  if (tile.level === 'entries') {
    const entries = await findEntries(db, log.number, from, to);
    return { body: writeEntryBundle(entries.map(proofPrimitives.utf8)), lasts: true };
  }
  const hashes = await findTileHashes(db, log.number, { level: tile.level * TILE_BITS, from, to });
  return { body: Buffer.concat(hashes), lasts: true };
}
