import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint } from '@redress/contracts';

export interface Sent {
  /** `null` leaves one out. */
  headers?: Record<string, string | string[] | null>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; wins over `json`. */
  body?: string | Buffer;
  query?: Record<string, unknown>;
}

export interface Received {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The parsed body, `null` when it is no JSON. */
  json: Record<string, unknown> | null;
  ms: number;
}

const LIMIT_MS = 60_000;
const LONG_HEAD = 12_000;
/** Refused so often in a row, a person gives up. */
const MOST_REFUSALS = 6;
const OVERLOADED = 503;
const agents = {
  'http:': new http.Agent({ keepAlive: true, maxSockets: 64 }),
  // The cluster signs its own certificate.
  'https:': new https.Agent({ keepAlive: true, maxSockets: 64, rejectUnauthorized: false }),
};

/**
 * Comes again when it is asked to come later: the browser does so by itself with what is to be saved
 * (`packages/api-client/src/server-return.ts`, whose times these are), and a person with every other button.
 */
export interface Patience {
  /** Callback for each refusal before the call is repeated; a client without it repeats no call. */
  refused?: (path: string, seconds: number) => void;
  /** How long one answer is waited for; a minute when absent. */
  limitMs?: number;
  signal?: AbortSignal;
  random?: () => number;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const parsed = (text: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
};

/** One browser as the server sees it, without a browser's rules: any header and any cookie can be sent. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly url: string;
  /** What its pages are: sent as `Origin`, with the fetch metadata of a page of ours. */
  readonly origin: string;
  /** Headers of every request, over those of a page. */
  always: NonNullable<Sent['headers']> = {};
  readonly #patience: Patience;

  constructor(url: string, origin = url, patience: Patience = {}) {
    this.url = url;
    this.origin = origin;
    this.#patience = patience;
  }

  /** A browser with the same cookies: what one of them is given later, the other does not have. */
  copy(): Client {
    const other = new Client(this.url, this.origin);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    other.always = { ...this.always };
    return other;
  }

  /** @throws {Error} when no answer came in time, or the connection broke */
  async send(method: string, path: string, sent: Sent = {}): Promise<Received> {
    for (let refusals = 1; ; refusals += 1) {
      const answer = await this.#sendOnce(method, path, sent);
      const later = answer.headers['retry-after'];
      const { refused, signal, random = Math.random } = this.#patience;
      if (!refused || answer.status !== OVERLOADED || later === undefined || refusals > MOST_REFUSALS) return answer;
      refused(path, Number(later));
      await wait((Number(later) + random() * 2 ** refusals) * 1_000, null, { signal });
    }
  }

  async #sendOnce(method: string, path: string, sent: Sent): Promise<Received> {
    const target = new URL(path, this.url);
    for (const [name, value] of Object.entries(sent.query ?? {}))
      if (value !== undefined) target.searchParams.set(name, asText(value));
    const body = sent.body ?? (sent.json === undefined ? undefined : asText(sent.json));
    const headers: Record<string, string | string[] | null> = {
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      ...(this.cookies.size > 0
        ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
        : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...this.always,
      ...sent.headers,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    };
    const { limitMs = LIMIT_MS } = this.#patience;
    const startedAt = performance.now();
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const protocol = target.protocol === 'https:' ? 'https:' : 'http:';
      const request = (protocol === 'https:' ? https : http).request(target, {
        method,
        // The server answers a request head that is too long and then closes the connection without a `Connection:
        // close`.
        agent: target.href.length > LONG_HEAD ? false : agents[protocol],
        headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)) as Record<
          string,
          string
        >,
        timeout: limitMs,
      });
      request.once('response', resolve);
      request.once('error', reject);
      request.once('timeout', () =>
        request.destroy(new Error(`${method} ${target.pathname} has no answer after ${limitMs / 1_000} s`)),
      );
      request.end(body);
    });
    const bytes = await buffer(answer);
    this.#keepCookies(answer.headers['set-cookie'] ?? []);
    const text = bytes.toString('utf8');
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      bytes,
      text,
      json: parsed(text),
      ms: performance.now() - startedAt,
    };
  }

  /** One call of the contract. */
  call(
    { method, path }: Endpoint,
    request: Record<string, unknown> = {},
    headers: Sent['headers'] = {},
  ): Promise<Received> {
    return this.send(method, path, method === 'GET' ? { query: request, headers } : { json: request, headers });
  }

  /** The part of a Playwright page that `support/api-claim.ts` uses, so that its people can be attackers too. */
  get request() {
    const answerOf = async (sent: Promise<Received>) => {
      const { status, json, text } = await sent;
      return { status: () => status, json: () => Promise.resolve(json), text: () => Promise.resolve(text) };
    };
    type Options = { data?: unknown; headers?: Record<string, string> };
    return {
      get: (path: string, { headers = {} }: Options = {}) => answerOf(this.send('GET', path, { headers })),
      post: (path: string, { data, headers = {} }: Options = {}) =>
        answerOf(this.send('POST', path, { json: data ?? {}, headers })),
    };
  }

  /** Cookies as Chromium takes them over. */
  forBrowser(): { name: string; value: string; url: string; httpOnly: boolean }[] {
    return [...this.cookies].map(([name, value]) => ({ name, value, url: this.url, httpOnly: true }));
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      if (attributes.some((each) => each.trim() === 'Max-Age=0')) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
