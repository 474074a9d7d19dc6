/** The two cookies of the site: who is signed in, and which browser this is. */
export interface CookieNames {
  session: string;
  visitor: string;
  secure: boolean;
}

/**
 * Over https: `__Host-`, which a browser keeps only when Secure, for this host alone and for every path. Over http
 * (a machine of one's own) Safari refuses Secure cookies and no network lies between, so the names stay plain.
 * The port is part of the name because cookies ignore ports (decision 0300).
 */
export function cookieNames(siteOrigin: string): CookieNames {
  const { protocol, port } = new URL(siteOrigin);
  const secure = protocol === 'https:';
  const prefix = secure ? '__Host-' : '';
  const suffix = port ? `-${port}` : '';
  return { session: `${prefix}redress-session${suffix}`, visitor: `${prefix}redress-visitor${suffix}`, secure };
}

/** @returns the value of one cookie of a `Cookie` header; the first where a name is given twice */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
