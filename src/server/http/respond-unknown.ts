// Responds to requests that match no route. The path is either unknown, or known only with another
// method. A preflight request asks whether a page of another origin may read the path.
import { isPublicReading } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { FOR_ANY_ORIGIN } from './guard-headers.ts';
import type { Route } from './handler.ts';

/** Browsers store the answer to a preflight request for a day at most. */
const PREFLIGHT = {
  ...FOR_ANY_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD',
  // The star does not cover the header Authorization.
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/**
 * If the API has the requested path, sends METHOD_NOT_ALLOWED with the allowed methods, or allows a
 * preflight request for a public reading. Otherwise sends NOT_FOUND.
 */
export function respondUnknown(routes: Route[]) {
  const known = routes
    .map(({ endpoint }) => {
      const pieces = endpoint.path.split(/\{\w+\}/).map((piece) => RegExp.escape(piece));
      const form = new RegExp(`^/api${pieces.join('[^/]+')}$`);
      return { endpoint, method: endpoint.method, form, parameters: pieces.length };
    })
    // As in the router, `/cards/market` comes before `/cards/{id}`.
    .toSorted((a, b) => a.parameters - b.parameters);
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0]!;
    const found = known.filter(({ form }) => form.test(path));
    const nearest = found[0]?.endpoint.path;
    const read = found.find(
      ({ method, endpoint }) => method === 'GET' && endpoint.path === nearest,
    )?.endpoint;
    const isPreflight =
      request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (isPreflight && read !== undefined && isPublicReading(read)) {
      return reply.code(204).headers(PREFLIGHT).send();
    }
    const methods = found.map(({ method }) => method);
    if (methods.length === 0) return sendError(new Rejection('NOT_FOUND'), request, reply);
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods;
    reply.header('allow', [...new Set(allowed)].toSorted().join(', '));
    return sendError(new Rejection('METHOD_NOT_ALLOWED'), request, reply);
  };
}
