// What is refused, made to wait or ended before anything else looks at a request.
import type { Socket } from 'node:net';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Puts the guards before every route, and before what has none. */
export function guardRequests(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();
  endSilentConnections(app, (socket) => lines.has(socket));
  app.addHook('onRequest', async (request, reply) => {
    refuseTwoHosts(request);
    await waitInLine(lines, request, reply);
  });
}

/** Node keeps the first of two and a proxy may have read the second: they would not mean the same shop. */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1) {
    throw new Rejection('VALIDATION_ERROR', 'The request names two hosts');
  }
}

/** The requests of one connection that were not answered yet: how many, and when the newest of them is. */
type Line = { length: number; last: Promise<void> };

/** Nobody who means well sends so many without waiting for an answer; each takes memory. */
const LINE_LENGTH_MAX = 100;

/**
 * The requests of a connection are worked on one after the other. They are answered in their order anyway, and one
 * connection that sends forty at once would have forty at the database.
 */
async function waitInLine(
  lines: WeakMap<Socket, Line>,
  { raw: { socket } }: FastifyRequest,
  { raw: answer }: FastifyReply,
): Promise<void> {
  const line = lines.get(socket) ?? { length: 0, last: Promise.resolve() };
  if (line.length >= LINE_LENGTH_MAX) socket.destroy();
  const before = line.last;
  const isFirst = line.length === 0;
  line.length += 1;
  line.last = new Promise((resolve) => {
    answer.once('close', () => {
      line.length -= 1;
      if (line.length === 0) lines.delete(socket);
      resolve();
    });
  });
  lines.set(socket, line);
  if (!isFirst) await before;
}

/** Nothing came and nothing left for so long. */
const SILENCE_MS = 20_000;

/**
 * Ends a connection whose other side takes no answer: what waits to be sent holds memory. One whose call takes
 * long has nothing to send, and stays.
 */
function endSilentConnections(app: FastifyInstance, isAtWork: (socket: Socket) => boolean): void {
  const { server } = app;
  server.timeout = SILENCE_MS;
  server.on('timeout', (socket: Socket) => {
    if (isAtWork(socket) && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}
