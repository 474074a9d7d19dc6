import dns, { type LookupOptions } from 'node:dns';

/** A name server answers in milliseconds. Past this, what the name led to before is taken. */
const LATE_MS = 250;
/** As many as a process has providers, stores, databases and receivers of notices, and then some. */
const MOST_NAMES = 500;

/** Address and family, or a list of both. */
type Found = readonly unknown[];
type Callback = (error: NodeJS.ErrnoException | null, ...found: Found) => void;
export type Lookup = (hostname: string, options: LookupOptions, callback: Callback) => void;

/**
 * Looks names up so that a name server which answers late, or fails, does not hold up what has been reached before. A process
 * looks two names up at a time, whoever asks (half of the threads of libuv): of a name that is late, each new connection took
 * one of the two for seconds, and all other names waited behind them. So each name is looked up once at a time, for all who
 * ask for it, and where it was known before its last address answers for it after 250 ms. That a name does not exist is
 * believed at once: it was taken away on purpose.
 * @param lookup - `dns.lookup`
 */
export function createLookup(lookup: Lookup, lateMs = LATE_MS): Lookup {
  const known = new Map<string, Found>();
  const asking = new Map<string, Promise<Found>>();

  const ask = (key: string, hostname: string, options: LookupOptions): Promise<Found> => {
    const asked = new Promise<Found>((resolve, reject) => {
      lookup(hostname, options, (error, ...found) => (error ? reject(error) : resolve(found)));
    });
    asking.set(key, asked);
    asked
      .then(
        (found) => {
          known.delete(key);
          known.set(key, found);
          if (known.size > MOST_NAMES) known.delete(known.keys().next().value as string);
        },
        ({ code }: NodeJS.ErrnoException) => {
          if (code === 'ENOTFOUND') known.delete(key);
        },
      )
      .finally(() => asking.delete(key));
    return asked;
  };

  return (hostname, options, callback) => {
    const key = `${hostname} ${JSON.stringify(options)}`;
    const asked = asking.get(key) ?? ask(key, hostname, options);
    let isAnswered = false;
    let late: NodeJS.Timeout | undefined;
    const answer: Callback = (...given) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(late);
      callback(...given);
    };
    const before = known.get(key);
    if (before) late = setTimeout(() => answer(null, ...before), lateMs);
    asked.then(
      (found) => answer(null, ...found),
      (error: NodeJS.ErrnoException) => {
        if (before && error.code !== 'ENOTFOUND') answer(null, ...before);
        else answer(error);
      },
    );
  };
}

/** Makes every connection of this process by a name, from here on, with {@link createLookup}. */
export function rememberNames(): void {
  const { lookup: ask } = dns;
  const lookup = createLookup((hostname, options, callback) => ask(hostname, options, callback));
  // What makes connections (net, fetch, pg) reads `dns.lookup` each time, and has no other setting in common.
  dns.lookup = ((
    hostname: string,
    options: LookupOptions | number | Callback | null | undefined,
    callback?: Callback,
  ): void => {
    if (typeof options === 'function') return lookup(hostname, {}, options);
    const given = typeof options === 'number' ? { family: options } : (options ?? {});
    return lookup(hostname, given, callback as Callback);
  }) as typeof dns.lookup;
}
