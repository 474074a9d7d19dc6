import type { FastifyRequest } from 'fastify';

/** The secret of the preview that this browser sees. Read by hand: these routes have no parser of cookies. */
export function previewSecretOf({ headers }: FastifyRequest, cookie: string): string | null {
  const named = (headers.cookie ?? '').split(';').map((each) => each.trim());
  const value = named.find((each) => each.startsWith(`${cookie}=`))?.slice(cookie.length + 1);
  return value !== undefined && /^[\w-]{32}$/.test(value) ? value : null;
}
