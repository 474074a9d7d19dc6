/**
 * Cookies of the deployed site. They stay in this process: a browser sends its cookies for `localhost` to every server on the
 * machine, whatever its port.
 */
export function createCookieJar() {
  const cookies = new Map<string, { value: string; until: number }>();

  const take = (setCookie: string, now: Date) => {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    if (at < 1) return;
    const attribute = (name: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const maxAge = attribute('max-age');
    const expires = attribute('expires');
    const until =
      maxAge !== undefined
        ? now.getTime() + Number(maxAge) * 1000
        : expires !== undefined
          ? new Date(expires).getTime()
          : Infinity;
    cookies.set(pair.slice(0, at), { value: pair.slice(at + 1), until });
  };

  return {
    /** Value of the header `cookie`; undefined where there is none. */
    header(): string | undefined {
      for (const [name, { until }] of cookies) if (!(until > Date.now())) cookies.delete(name);
      const pairs = [...cookies].map(([name, { value }]) => `${name}=${value}`);
      return pairs.length > 0 ? pairs.join('; ') : undefined;
    },
    /** @param setCookies - values of the headers `set-cookie` */
    take(setCookies: readonly string[], now = new Date()): void {
      for (const setCookie of setCookies) take(setCookie, now);
    },
  };
}
export type CookieJar = ReturnType<typeof createCookieJar>;
