/** Cookies of the console. Its host may be that of the site, and cookies ignore ports: the port is part of the name (decision 0300). */
export function sessionCookies(origin: string) {
  const { protocol, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  const named = (name: string) => `${isSecure ? '__Host-' : ''}redress-release-${name}${port ? `-${port}` : ''}`;
  // `attempt` is what a sign-in under way is compared with.
  return { session: named('session'), attempt: named('attempt'), isSecure };
}

/** Value of a cookie that one of this service's own can have: letters, digits, `-` and `_`. */
export function readCookie(header: string | undefined, name: string): string | null {
  const found = (header ?? '').split(';').filter((part) => part.trim().startsWith(`${name}=`));
  const value = found[0]?.trim().slice(name.length + 1);
  // Two of one name: somebody else has set one of them.
  return found.length === 1 && value !== undefined && /^[\w-]{1,2000}$/.test(value) ? value : null;
}

/** @param sameSite - `Lax`: sent with the way back from the provider as well */
export function writeCookie(
  name: string,
  value: string,
  { maxAgeSeconds, sameSite, isSecure }: { maxAgeSeconds: number; sameSite: 'Lax' | 'Strict'; isSecure: boolean },
): string {
  const secure = isSecure ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}
