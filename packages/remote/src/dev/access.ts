import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The address that gives a browser the way in; printed in the terminal, and nowhere else. */
export const OPEN_PATH = '/.redress/open';

const isSame = (given: string, wanted: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/**
 * Who may use a development server that acts with the session of a deployed site. Any page that the developer has open can
 * send requests to this machine, also under a name of its own that leads here (DNS rebinding), and so can other people
 * on the machine. So the host must be this one by name, the page must be one of this server, and the browser must have
 * opened the address with the secret.
 */
export function createAccess(port: number) {
  const origin = `http://localhost:${port}`;
  const secret = randomBytes(24).toString('base64url');
  // Cookies ignore ports.
  const cookieName = `redress-dev-${port}`;

  const secretOf = ({ headers }: IncomingMessage): string => {
    const cookies = (headers.cookie ?? '').split('; ');
    return cookies.find((cookie) => cookie.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
  };
  /**
   * A path may begin with two slashes; read as an address by itself, it would name another host.
   * @returns what a request asks for, always at this server; `null` where it names no path
   */
  const urlOf = ({ url = '/' }: IncomingMessage) => (url.startsWith('/') ? URL.parse(`${origin}${url}`) : null);
  /**
   * A link from elsewhere is followed like an address that is typed, but to a call: the site would take it for one of its own
   * pages'. SameSite keeps the cookie from other sites; other servers of this machine are of the same site.
   */
  const isNavigation = (request: IncomingMessage) =>
    request.method === 'GET' &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document' &&
    !urlOf(request)?.pathname.startsWith('/api/');

  return {
    origin,
    urlOf,
    /** Address to open, with the secret of this run. */
    address: `${origin}${OPEN_PATH}?key=${secret}`,
    /** @returns the cookie to set; `null` where the address is another, or its secret is wrong */
    open({ pathname, searchParams }: URL): { cookie: string } | null {
      if (pathname !== OPEN_PATH || !isSame(searchParams.get('key') ?? '', secret)) return null;
      return { cookie: `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict` };
    },
    /** @returns why a request is refused; `null` where it comes from a page of this server in the browser that was let in */
    refusal(request: IncomingMessage): { status: number; text: string } | null {
      const { host, origin: from, 'sec-fetch-site': site } = request.headers;
      if (host !== new URL(origin).host) return { status: 421, text: `This server is ${origin}.` };
      const isOwnPage =
        (from === undefined || from === origin) && [undefined, 'same-origin', 'none'].includes(site as string);
      if (!isOwnPage && !(from === undefined && isNavigation(request)))
        return { status: 403, text: 'A page of another origin may not use this server.' };
      const url = urlOf(request);
      if (url === null) return { status: 400, text: 'Ask for a path.' };
      if (url.pathname === OPEN_PATH || isSame(secretOf(request), secret)) return null;
      return { status: 403, text: 'Open the address that redress-remote dev has printed.' };
    },
  };
}
export type Access = ReturnType<typeof createAccess>;
