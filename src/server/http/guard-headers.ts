// Defines the headers of every response: of a handler, a page, a file, an error, and of a request that could not be
// parsed.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Browsers report violations of the Content-Security-Policy to this path (`policy-reports.ts`). */
export const POLICY_REPORTS_PATH = '/policy-reports';

const YEAR_S = 31_536_000;

/**
 * Lets pages of any origin read a response that is the same for everybody. Browsers then send and
 * store no credentials (choice 1071).
 */
export const FOR_ANY_ORIGIN = { 'access-control-allow-origin': '*' };

/**
 * Returns a Content-Security-Policy. `loads` has the directives that differ between responses. The
 * policy forbids everything else. `framedBy`: the pages that may show the response in a frame.
 */
export function contentPolicy(
  loads: readonly string[],
  formAction: 'none' | 'self',
  framedBy: "'none'" | '*' = "'none'",
): string {
  return [
    "default-src 'none'",
    ...loads,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action '${formAction}'`,
    `frame-ancestors ${framedBy}`,
    // Both directives name the same address, because some browsers know only the older one.
    `report-uri ${POLICY_REPORTS_PATH}`,
    'report-to policy',
  ].join('; ');
}

/**
 * Returns the headers of every response. Their policy forbids the browser to load anything; pages
 * replace it by a policy of their own.
 */
export function guardHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy([], 'none'),
    'reporting-endpoints': `policy="${POLICY_REPORTS_PATH}"`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(self), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A trial shop may have no TLS, and must not make browsers insist on TLS.
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
}

/** Sets the headers on every response, even if the request matches no route. */
export function guardResponses(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply: FastifyReply) => {
    reply.headers(headers);
  });
}
