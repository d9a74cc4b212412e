// The headers of every response, whatever made it: a handler, a page, a file, an error, or a
// request that could not even be parsed.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Where browsers report violations of a policy (`policy-reports.ts`). */
export const POLICY_REPORTS_PATH = '/policy-reports';

const YEAR_S = 31_536_000;

/** A Content-Security-Policy: what this response may load, and what no response may ever load. */
export function contentPolicy(loads: readonly string[], formAction: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    ...loads,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action '${formAction}'`,
    "frame-ancestors 'none'",
    // Two spellings of one rule, because not every browser knows the newer one.
    `report-uri ${POLICY_REPORTS_PATH}`,
    'report-to policy',
  ].join('; ');
}

/** Those headers. Pages replace the policy, which lets nothing load, by their own. */
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
    // A shop on trial without TLS must not make browsers insist on TLS.
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }
      : {}),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  };
}

/** Sets the headers on every response, with or without a route. */
export function guardAnswers(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply: FastifyReply) => {
    reply.headers(headers);
  });
}
