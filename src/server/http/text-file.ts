// Files that the API itself sends, piece by piece: a long one is never in memory as a whole.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file in place of data. */
export class TextFile {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Sends a file. A failure on the way aborts the connection: half a file must not look complete. */
export function sendFile(reply: FastifyReply, file: TextFile, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(file.pieces));
}
