// Responds to requests that match no route. The path is either unknown, or known only with another
// method.
import { Rejection } from '#domain/rejection.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import type { Route } from './handler.ts';

/**
 * If the API has the requested path, sends METHOD_NOT_ALLOWED with the allowed methods. Otherwise
 * sends NOT_FOUND.
 */
export function respondUnknown(routes: Route[]) {
  const known = routes.map(({ endpoint: { method, path } }) => {
    const pieces = path.split(/\{\w+\}/).map((piece) => RegExp.escape(piece));
    return { method, form: new RegExp(`^/api${pieces.join('[^/]+')}$`) };
  });
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?')[0]!;
    const methods = known.filter(({ form }) => form.test(path)).map(({ method }) => method);
    if (methods.length === 0) return sendError(new Rejection('NOT_FOUND'), request, reply);
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods;
    reply.header('allow', [...new Set(allowed)].toSorted().join(', '));
    return sendError(new Rejection('METHOD_NOT_ALLOWED'), request, reply);
  };
}
