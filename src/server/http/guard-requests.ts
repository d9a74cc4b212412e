// What is refused or made to wait before anything else looks at a request.
import { Rejection } from '#domain/rejection.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Puts the guards before every route, and before what has none. */
export function guardRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => refuseTwoHosts(request));
}

/** Node keeps the first of two and a proxy may have read the second: they would not mean the same shop. */
function refuseTwoHosts({ raw }: FastifyRequest): void {
  const names = raw.rawHeaders.filter((_text, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1) {
    throw new Rejection('VALIDATION_ERROR', 'The request names two hosts');
  }
}
