// Browsers report when a page tried to load or run something that its policy forbids. Either the
// shop's page has a bug, or an attacker found a way to inject something.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Context } from '../runtime/context.ts';
import { POLICY_REPORTS_PATH } from './guard-headers.ts';
import { contextOfRequest } from './serve.ts';
import { throttleCall } from './throttle.ts';

const REPORT_BYTES_MAX = 16 * 1024;
const TEXT_LENGTH_MAX = 200;

const text = z._default(z.string(), '');
/** The older form of a report: a single report, inside an object. */
const oldReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});
/** The newer form: a list of reports, which may also be of other kinds. */
const newReports = z
  .array(
    z.object({
      type: z.string(),
      body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }),
    }),
  )
  .check(z.maxLength(20));

type Violation = { page: string; directive: string; blocked: string };

/** Serves the address for reports that every policy names. The shop only logs the reports. */
export function servePolicyReports(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: REPORT_BYTES_MAX },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.post(POLICY_REPORTS_PATH, { bodyLimit: REPORT_BYTES_MAX }, async (request, reply) => {
      await throttleCall(contextOfRequest(context, request), 'policy_report');
      for (const violation of readViolations(request.body)) {
        context.log.warn(
          { event: 'csp_violation', violation },
          'Browser reported that a page violated its content security policy',
        );
      }
      return reply.code(204).send();
    });
  });
}

function readViolations(body: unknown): Violation[] {
  const old = oldReport.safeParse(body);
  if (old.success) {
    const report = old.data['csp-report'];
    const directive = report['violated-directive'];
    return [violationOf(report['document-uri'], directive, report['blocked-uri'])];
  }
  const reports = newReports.safeParse(body);
  if (!reports.success) return [];
  return reports.data
    .filter(({ type }) => type === 'csp-violation')
    .map((one) =>
      violationOf(one.body.documentURL, one.body.effectiveDirective, one.body.blockedURL),
    );
}

function violationOf(page: string, directive: string, blocked: string): Violation {
  return {
    page: withoutQuery(page),
    directive: directive.slice(0, TEXT_LENGTH_MAX),
    blocked: withoutQuery(blocked),
  };
}

/**
 * Returns an address without its query, because the query may be private. A value that is not an
 * address, such as "inline", stays as it is.
 */
function withoutQuery(address: string): string {
  return address.split(/[?#]/)[0]!.slice(0, TEXT_LENGTH_MAX);
}
