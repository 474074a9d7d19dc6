import { RELEASE_ROUTES, RemoteReport } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { jsonOf } from './deployed-site.ts';

const Reports = z.object({ reports: z.array(RemoteReport) });
const CspReport = z.object({
  'csp-report': z.object({ 'effective-directive': z.optional(z.string()), 'blocked-uri': z.optional(z.string()) }),
});
const CSP_PATH = '/csp-report';

/** What a page says is printed, and cannot write what it likes to a terminal. */
const printable = (words: string) => words.replaceAll(/\p{C}/gu, ' ').slice(0, 300);

/**
 * Takes the reports of pages in the place of the deployed site: what is worked on fails, and must not count against a release.
 * @returns an answer to what is a report; `null` to anything else
 */
export function reportAnswers({ remote, write }: { remote: string; write(line: string): void }) {
  return (pathname: string, body: Buffer): object | null => {
    if (pathname === RELEASE_ROUTES.beaconToken) return { token: 'redress-remote-dev' };
    if (pathname === CSP_PATH) {
      const found = z.safeParse(CspReport, jsonOf(body));
      const report = found.success ? found.data['csp-report'] : {};
      write(
        printable(
          `refused by the policy of the site: ${report['effective-directive'] ?? ''} ${report['blocked-uri'] ?? ''}`,
        ),
      );
      return {};
    }
    if (pathname !== RELEASE_ROUTES.beacon) return null;
    const found = z.safeParse(Reports, jsonOf(body));
    const reports = found.success ? found.data.reports : [];
    for (const { remote: of, kind, error, detail } of reports)
      if (of === remote && kind !== 'loaded' && kind !== 'vital')
        write(printable(`${remote} in the page: ${kind} ${error?.message ?? detail ?? ''}`));
    return { accepted: reports.length };
  };
}
