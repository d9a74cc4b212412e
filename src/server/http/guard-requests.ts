// What is refused, made to wait or ended before anything else looks at a request.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginInTurn, type IsAtWork } from './begin-in-turn.ts';

/** Puts the guards before every route, and before what has none. */
export function guardRequests(app: FastifyInstance): void {
  endSilentConnections(app.server, beginInTurn(app.server));
  app.addHook('onRequest', async (request) => refuseTwoHosts(request));
}

/** Node keeps the first of two and a proxy may have read the second: they would not mean the same shop. */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1) {
    throw new Rejection('VALIDATION_ERROR', 'The request names two hosts');
  }
}

/** Nothing came and nothing left for so long. */
const SILENCE_MS = 20_000;

/**
 * Ends a connection whose other side takes no answer: what waits to be sent holds memory. One whose call takes
 * long has nothing to send, and stays.
 */
function endSilentConnections(server: Server, isAtWork: IsAtWork): void {
  server.timeout = SILENCE_MS;
  server.on('timeout', (socket: Socket) => {
    if (isAtWork(socket) && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}
