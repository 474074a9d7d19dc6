import { AppError } from '@redress/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * R4 and R5: what changes something must come from a page of ours. Browsers say so in `Sec-Fetch-Site`; older
 * ones by `Origin` or `Referer`; a request that says nothing is refused.
 * @throws {AppError} CROSS_SITE
 */
export function assertSameOrigin(headers: IncomingHttpHeaders, siteOrigin: string): void {
  const refuse = (reason: string): never => {
    throw new AppError('CROSS_SITE', { details: { reason } });
  };
  const site = headers['sec-fetch-site'];
  const { origin, referer } = headers;
  if (typeof site === 'string' && site !== 'same-origin') refuse('fetch metadata');
  if (origin !== undefined && origin !== siteOrigin) refuse('origin');
  if (typeof site === 'string' || origin !== undefined) return;
  if (typeof referer !== 'string') refuse('no Sec-Fetch-Site, Origin or Referer');
  else if (URL.parse(referer)?.origin !== siteOrigin) refuse('referer');
}
