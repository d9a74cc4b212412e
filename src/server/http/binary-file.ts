// A file that is not text, such as a PDF. The server sends it in one piece.
import type { FastifyReply } from 'fastify';

export class BinaryFile {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export function sendBinary(reply: FastifyReply, { bytes }: BinaryFile, type: string): FastifyReply {
  return reply.type(type).send(Buffer.from(bytes));
}
