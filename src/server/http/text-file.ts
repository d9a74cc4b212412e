// Files that the API itself answers, piece by piece: a long one is never in memory as a whole.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file in place of data. */
export class TextFile {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Answers a file. What fails on its way breaks the connection off: half a file must not look whole. */
export function sendFile(reply: FastifyReply, file: TextFile, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(file.pieces));
}
