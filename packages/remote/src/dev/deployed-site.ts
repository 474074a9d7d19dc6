import { DOCUMENT_BLOCKS, fileAddress, PageData, RELEASE_ROUTES, SignedSnapshot } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { CommandRefused } from '../command.ts';
import type { CookieJar } from './cookie-jar.ts';
import { blockOf } from './dev-document.ts';
import type { KeptAnswers, SiteAnswer } from './kept-answers.ts';
import { type DeployedRelease, openRelease } from './release.ts';

const LIMIT_MS = 10_000;
const POLL_MS = 2_000;
const MAX_POLL_MS = 15_000;
const RECORD_AT_ONCE = 6;
/** Answers of whoever stands before a site that is away. */
const AWAY = new Set([502, 503, 504]);
/** Of an answer, what a browser needs of it: its body is unpacked, and cookies stay here. */
const PASSED = ['content-type', 'content-security-policy', 'location', 'retry-after', 'content-disposition', 'etag'];

export interface Asked {
  method: string;
  /** Path and query. */
  path: string;
  headers?: Record<string, string>;
  body?: Buffer | undefined;
}

export interface DeployedSite {
  origin: string;
  release(): DeployedRelease;
  /** Since when it has not answered; `null` while it does. In a run without a network: since always. */
  awaySince(): Date | null;
  /**
   * A call, without a memory.
   * @throws {TypeError} no answer came
   */
  ask(asked: Asked): Promise<SiteAnswer>;
  /** A document or a file: while the site is away, as it was answered last; `null` where it never was. */
  read(path: string): Promise<SiteAnswer | null>;
  /** Reads every page and file of the release. @returns how many */
  readAll(): Promise<number>;
  close(): void;
}

export interface DeployedSiteOptions {
  origin: string;
  kept: KeptAnswers;
  jar: CookieJar;
  /** False: what is kept answers everything. */
  isLive: boolean;
  onRelease(): void;
  /** It went away, or came back. */
  onAway(since: Date | null): void;
  pollMs?: number;
}

const RELEASE_KEY = 'release';

/** The session goes with what is asked, so no path may name another host: `//evil.example/` is a path of this site. */
function addressAt(origin: string, path: string): string {
  if (!path.startsWith('/')) throw new TypeError(`${path} is no path.`);
  return `${origin}${path}`;
}

/** Documents do not differ by what stands behind their path, and it may be a token that opens an account. */
const keyOf = (path: string): string => `GET ${path.replace(/\?.*/, '')}`;

/**
 * A deployed site as it is seen from a development server: its release, verified, and its answers.
 * @throws {CommandRefused} `SITE_AWAY`, `SITE_UNKNOWN`, `NOT_RECORDED`, `SIGNATURE_INVALID`
 */
export async function openDeployedSite(options: DeployedSiteOptions): Promise<DeployedSite> {
  const { origin, kept, jar, isLive, onRelease, onAway, pollMs = POLL_MS } = options;
  let awaySince: Date | null = isLive ? null : new Date(0);

  /** Nobody has heard of a site yet that does not answer the first question: the refusal says why. */
  let isOpen = false;
  const noteAway = (isAway: boolean) => {
    if (!isLive || !isOpen || isAway === (awaySince !== null)) return;
    awaySince = isAway ? new Date() : null;
    onAway(awaySince);
  };

  const ask = async ({ method, path, headers = {}, body }: Asked): Promise<SiteAnswer> => {
    if (!isLive) throw new TypeError('This run has no network.');
    const address = addressAt(origin, path);
    const cookie = jar.header();
    try {
      const answer = await fetch(address, {
        method,
        headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
        ...(body && body.length > 0 ? { body: new Uint8Array(body) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      jar.take(answer.headers.getSetCookie());
      const passed = PASSED.flatMap((name): [string, string][] => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(passed),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    } catch (error) {
      noteAway(true);
      throw error;
    }
  };

  const read = async (path: string): Promise<SiteAnswer | null> => {
    const answer = awaySince === null ? await ask({ method: 'GET', path }).catch(() => null) : null;
    if (answer && !AWAY.has(answer.status)) {
      if (answer.status === 200) kept.put(keyOf(path), answer);
      return answer;
    }
    return kept.get(keyOf(path)) ?? answer;
  };

  /** @param etag - of the release that is known @returns `null`: it is that one */
  const askRelease = async (etag?: string): Promise<{ signed: SignedSnapshot; etag: string | undefined } | null> => {
    const answer = await ask({
      method: 'GET',
      path: RELEASE_ROUTES.snapshot,
      ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
    });
    if (answer.status === 304) return null;
    if (AWAY.has(answer.status)) throw new TypeError(`${origin} is away.`);
    const signed = z.safeParse(SignedSnapshot, jsonOf(answer.body));
    if (!signed.success) throw unknownSite(origin);
    return { signed: signed.data, etag: answer.headers['etag'] };
  };
  /** A change of keys comes with documents that name the new ones. */
  const askKeys = async (): Promise<PageData['releaseKeys']> => {
    const page = await ask({ method: 'GET', path: '/' });
    if (AWAY.has(page.status)) throw new TypeError(`${origin} is away.`);
    const data = z.safeParse(PageData, blockOf(page.body.toString('utf8'), DOCUMENT_BLOCKS.page));
    if (!data.success) throw unknownSite(origin);
    return data.data.releaseKeys;
  };
  let etag: string | undefined;
  const fetchRelease = async (known?: DeployedRelease): Promise<DeployedRelease | null> => {
    const found = await askRelease(known && etag);
    if (!found) return null;
    const isKeyKnown = known !== undefined && Object.hasOwn(known.keys, found.signed.keyId);
    const release = openRelease(found.signed, isKeyKnown ? known.keys : await askKeys());
    etag = found.etag;
    kept.put(RELEASE_KEY, { status: 200, headers: {}, body: Buffer.from(JSON.stringify(release)) });
    return release;
  };

  const keptRelease = (): DeployedRelease => {
    const found = kept.get(RELEASE_KEY);
    if (!found) throw notRecorded('The folder');
    const { signed, keys } = JSON.parse(found.body.toString('utf8')) as DeployedRelease;
    return openRelease(signed, keys);
  };

  const first = async (): Promise<DeployedRelease> => {
    if (!isLive) return keptRelease();
    try {
      const found = await fetchRelease();
      if (found) return found;
      throw unknownSite(origin);
    } catch (error) {
      if (error instanceof CommandRefused) throw error;
      const { cause } = error as { cause?: { message?: string } };
      const why = cause?.message ? `: ${cause.message}` : '.';
      const remedy = 'Check the address and the network; a recorded site needs none: --replay folder';
      throw new CommandRefused('SITE_AWAY', `${origin} does not answer${why}`, remedy);
    }
  };
  let release = await first();
  isOpen = true;

  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;
  const poll = async () => {
    try {
      const next = await fetchRelease(release);
      failures = 0;
      noteAway(false);
      if (next && next.signed.payload !== release.signed.payload) {
        release = next;
        onRelease();
      }
    } catch {
      failures += 1;
      noteAway(true);
    }
    const pauseMs = Math.min(MAX_POLL_MS, pollMs * 2 ** Math.min(failures, 5));
    if (!isClosed) timer = setTimeout(() => void poll(), pauseMs);
  };
  if (isLive) timer = setTimeout(() => void poll(), pollMs);

  return {
    origin,
    release: () => release,
    awaySince: () => awaySince,
    ask,
    read,
    readAll: () => readAll(release, read),
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** @param place - that holds no recorded site, as a sentence begins with it */
export function notRecorded(place: string): CommandRefused {
  const remedy = 'Record it first, with a network: redress-remote dev --site https://… --record folder';
  return new CommandRefused('NOT_RECORDED', `${place} holds no recorded site.`, remedy);
}

function unknownSite(origin: string): CommandRefused {
  const remedy = 'Name the address of the site itself, without a path, and try it in a browser.';
  return new CommandRefused('SITE_UNKNOWN', `${origin} does not answer like a site of Redress.`, remedy);
}

/** @returns undefined for what is no JSON */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Fonts and pictures are in no snapshot; scripts and sheets name them, with a hash of their contents. */
const NAMED = /[\w-]+(?:\.[\w-]+)*\.[0-9a-f]{10}\.(?:svg|woff2|png|webp|avif)/g;

async function readAll({ snapshot }: DeployedRelease, read: DeployedSite['read']): Promise<number> {
  const builds = [snapshot.shell, ...Object.values(snapshot.remotes).map(({ current }) => current)];
  const pages = builds.flatMap(({ routes }) => routes.map(({ path }) => path));
  const addresses = builds.flatMap((build) => Object.keys(build.integrity).map((file) => fileAddress(build, file)));
  const seen = new Set([...pages, ...addresses, '/favicon.svg']);
  const waiting = [...seen];
  let count = 0;
  const work = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const answer = await read(path);
      if (answer?.status !== 200) continue;
      count += 1;
      if (!path.startsWith('/assets/')) continue;
      for (const [name] of answer.body.toString('latin1').matchAll(NAMED)) {
        const next = path.replace(/[^/]*$/, name);
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
      }
    }
  };
  await Promise.all(Array.from({ length: RECORD_AT_ONCE }, work));
  return count;
}
