import type { Logger, Metrics } from '@redress/telemetry/server';
import type { FastifyInstance } from 'fastify';
import { REPORT_PATH } from '../documents/policy.ts';

const PER_MINUTE = 120;

/** What browsers refused to do. Counted, and the first few of a minute logged: a change here is a change of scripts. */
export function registerCspReports(
  app: FastifyInstance,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): void {
  const counter = metrics.counter('csp_reports_total', 'Violations reported by browsers', ['directive'] as const);
  let minute = 0;
  let logged = 0;

  void app.register(async (scope) => {
    const types = ['application/csp-report', 'application/reports+json'];
    scope.addContentTypeParser(types, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'));
    scope.post(REPORT_PATH, (request, reply) => {
      for (const { directive, blocked } of violations(request.body)) {
        counter.inc({ directive });
        const now = Math.floor(Date.now() / 60_000);
        if (now !== minute) [minute, logged] = [now, 0];
        logged += 1;
        if (logged <= PER_MINUTE) logger.warn({ directive, blocked }, 'content security policy violation');
      }
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

const DIRECTIVE = /^[a-z-]{3,40}$/;
/** Anybody can send a report: each name that is counted stays in memory and in every answer of `/metrics`. */
const COUNTED = new Set(
  [
    'default-src script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr img-src font-src',
    'connect-src frame-src child-src worker-src object-src media-src manifest-src base-uri form-action frame-ancestors',
    'sandbox upgrade-insecure-requests require-trusted-types-for trusted-types',
  ].flatMap((names) => names.split(' ')),
);

/** Violations of both forms of report; of addresses only the origin, for a path may hold anything. */
function violations(body: unknown): { directive: string; blocked: string }[] {
  const entries = Array.isArray(body)
    ? body.slice(0, 20).map((entry) => (entry as { body?: unknown })?.body)
    : [(body as Record<string, unknown> | null)?.['csp-report']];
  return entries.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const fields = entry as Record<string, unknown>;
    const directive = String(
      fields.effectiveDirective ?? fields['effective-directive'] ?? fields['violated-directive'] ?? '',
    );
    if (!DIRECTIVE.test(directive)) return [];
    return [
      {
        directive: COUNTED.has(directive) ? directive : 'other',
        blocked: originOf(fields.blockedURL ?? fields['blocked-uri']),
      },
    ];
  });
}

function originOf(value: unknown): string {
  if (typeof value !== 'string') return 'unknown';
  return URL.parse(value)?.origin ?? (/^[a-z-]{1,30}$/.test(value) ? value : 'unknown');
}
