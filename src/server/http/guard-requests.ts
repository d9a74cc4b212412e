// What is refused, made to wait or ended before anything else looks at a request.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginInTurn, type IsAtWork, type KindOf } from '#engine/begin-in-turn.ts';

/** Puts the guards before every route, and before what has none. */
export function guardRequests(app: FastifyInstance): void {
  endSilentConnections(app.server, beginInTurn(app.server, kindOf));
  app.addHook('onRequest', async (request) => refuseTwoHosts(request));
}

/** Node keeps the first of two and a proxy may have read the second: they would not mean the same shop. */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  if (isOfTwoHosts(raw)) throw new Rejection('VALIDATION_ERROR', 'The request names two hosts');
}

/** Whether a request names more than one host. */
export function isOfTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1;
}

const HOST = 'host';

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

/** A reading is what anybody may ask for, and nobody loses by waiting. */
export const kindOf: KindOf = ({ method, headers, url }) => {
  if (url === '/healthz' || url === '/readyz') return 'probe';
  const isPublic = headers.authorization === undefined;
  return isPublic && (method === 'GET' || method === 'HEAD') ? 'reading' : 'call';
};
