// Guards that run before the handler of a request, and can reject, delay or end the request.
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginInTurn, type IsAtWork, type KindOf } from '#engine/begin-in-turn.ts';

/** Adds the guards to the app. The guards also cover requests that match no route. */
export function guardRequests(app: FastifyInstance): void {
  endSilentConnections(app.server, beginInTurn(app.server, kindOf));
  app.addHook('onRequest', async (request) => refuseTwoHosts(request));
}

/**
 * Rejects a request with two Host headers. Node uses the first header; a proxy may have used the
 * second header, and so have meant another shop.
 */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  if (isOfTwoHosts(raw)) throw new Rejection('VALIDATION_ERROR', 'The request names two hosts');
}

/** Whether a request has more than one Host header. */
export function isOfTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1;
}

const HOST = 'host';

/** A connection is silent if no byte was received or sent for this long. */
const SILENCE_MS = 20_000;

/**
 * Closes a connection if its client does not read the response, because unsent bytes hold memory. A
 * connection stays open while the server handles its request and has no unsent bytes.
 */
function endSilentConnections(server: Server, isAtWork: IsAtWork): void {
  server.timeout = SILENCE_MS;
  server.on('timeout', (socket: Socket) => {
    if (isAtWork(socket) && socket.writableLength === 0) socket.setTimeout(server.timeout);
    else socket.destroy();
  });
}

/** The kind of a request. A `reading` is a public read without a token, which the server may delay. */
export const kindOf: KindOf = ({ method, headers, url }) => {
  if (url === '/healthz' || url === '/readyz') return 'probe';
  const isPublic = headers.authorization === undefined;
  return isPublic && (method === 'GET' || method === 'HEAD') ? 'reading' : 'call';
};
