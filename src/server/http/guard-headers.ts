// The headers of every response: of handlers, pages, files, errors, and requests that could not be
// parsed.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where browsers report violations of a policy (`policy-reports.ts`). */
export const POLICY_REPORTS_PATH = '/policy-reports';

const YEAR_S = 31_536_000;

/**
 * A Content-Security-Policy. `loads`: the directives that differ between responses. Everything else
 * is forbidden everywhere.
 */
export function contentPolicy(loads: readonly string[], formAction: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    ...loads,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action '${formAction}'`,
    "frame-ancestors 'none'",
    // Both directives name the same address, because some browsers know only the older one.
    `report-uri ${POLICY_REPORTS_PATH}`,
    'report-to policy',
  ].join('; ');
}

/**
 * The headers of every response. The policy forbids loading anything; pages replace it by their
 * own.
 */
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
    // A trial shop without TLS must not make browsers insist on TLS.
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
}

/** Sets the headers on every response, also for requests that match no route. */
export function guardAnswers(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply: FastifyReply) => {
    reply.headers(headers);
  });
}
