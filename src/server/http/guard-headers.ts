// The headers that every answer has, whatever made it: a handler, a page, a file, a fault, or a request
// that could not even be read.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where browsers report violations of a policy (`policy-reports.ts`). */
export const POLICY_REPORTS_PATH = '/policy-reports';

const YEAR_S = 31_536_000;

/** A Content-Security-Policy: what may be loaded, and for every answer alike what may never be. */
export function contentPolicy(loads: readonly string[], formAction: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    ...loads,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action '${formAction}'`,
    "frame-ancestors 'none'",
    // Two spellings of one rule: not every browser knows the newer one.
    `report-uri ${POLICY_REPORTS_PATH}`,
    'report-to policy',
  ].join('; ');
}

/** Those headers. Pages put a policy of their own in place of the one that lets nothing load. */
export function guardHeaders(publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy([], 'none'),
    'reporting-endpoints': `policy="${POLICY_REPORTS_PATH}"`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // A shop that is tried out without TLS must not tell browsers to insist on it.
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
}

/** Puts the headers on everything that has a route, and on what has none. */
export function guardAnswers(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply: FastifyReply) => {
    reply.headers(headers);
  });
}
