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
