// Text files that the API sends piece by piece, so that a long file is never in memory as a whole.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A file that a handler returns in place of data. */
export class TextFile {
  readonly pieces: AsyncIterable<string>;
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/**
 * Sends a file. If a piece fails, Fastify aborts the connection, because half a file must not look
 * complete.
 */
export function sendFile(reply: FastifyReply, file: TextFile, type: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).send(Readable.from(file.pieces));
}
