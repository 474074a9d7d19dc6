import { STAFF_ROUTES } from '@redress/contracts/passes';
import { PREVIEW_ROUTES, RELEASE_ROUTES, ROLLOUT_LIMIT } from '@redress/contracts/releases';
import { firstAnswer } from '@redress/server/first-answer';
import { readAtMost } from '@redress/server/read-at-most';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_SNAPSHOT_BYTES } from '../snapshots/accept-snapshot.ts';

/** Where a reader gets snapshots from. Nothing that comes from here is used before it is verified. */
export interface SnapshotSource {
  /** For people: `this program`, `http://releases:3001`. */
  name: string;
  /** @returns the channel's snapshot as received, or `null` when the channel has none */
  fetch(channel: string): Promise<unknown>;
  /** @returns the newest statement at which number the channel stands, as received; `null` without one */
  freshness(channel: string): Promise<unknown>;
  /**
   * @param digest - of the secret of a preview
   * @param isLook - also of one that no browser has taken, to name it
   * @returns what it shows, as received; `null` without one
   */
  preview(channel: string, digest: string, isLook?: boolean): Promise<unknown>;
  /** @param as - digest of the secret that its browser has from now on @returns as `preview`, once */
  takePreview(channel: string, digest: string, as: string): Promise<unknown>;
  /** @param digest - of the secret of an address @returns the staff pass that its first browser gets; `null` without one */
  takeStaffPass(channel: string, digest: string): Promise<unknown>;
  /** Calls `onChange` whenever asking again may be worth it, with the number that is announced where one is. @returns how to stop */
  subscribe(channel: string, onChange: (announced?: number) => void): () => void;
}

/** Text in text: each quote of the payload is escaped. While builds roll out there is one of each combination. */
const MAX_ANSWER_BYTES = 2 ** ROLLOUT_LIMIT * 2 * MAX_SNAPSHOT_BYTES;
const FETCH_TIMEOUT_MS = 2_000;
const RECONNECT_MS = 1_000;
const POLL_MS = 15_000;
/** A service says its number every 25 s. A stream on which nothing has come for this long was lost without a word. */
const SILENT_MS = 40_000;

/**
 * Release services of other programs, over one database: whichever answers first, beginning with the one that did last, or
 * has announced the newest snapshot since. One that has lost its database answers at once, with an old one.
 * @param baseUrls - `http://releases-1:3001`; at least one
 */
export function httpSource(baseUrls: readonly string[], { silentMs = SILENT_MS } = {}): SnapshotSource {
  let preferred = 0;
  let announced = 0;
  const inTurn = () => baseUrls.map((_, index) => (preferred + index) % baseUrls.length);
  const address = (baseUrl: string, path: string, query: Record<string, string>) => {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  };
  const askOne = async (index: number, path: string, query: Record<string, string>, init: RequestInit) => {
    const baseUrl = baseUrls[index] as string;
    const before = preferred;
    const answer = await fetch(address(baseUrl, path, query), { ...init, redirect: 'error' }).catch((error: Error) => {
      throw new Error(`${baseUrl} does not answer`, { cause: error });
    });
    if (answer.status !== 404 && !answer.ok) throw new Error(`${baseUrl} answered ${answer.status}`);
    const read = async () => JSON.parse((await readAtMost(answer, MAX_ANSWER_BYTES)).toString('utf8')) as unknown;
    const body = answer.status === 404 ? null : await read();
    // Another one may have announced a newer snapshot while this one answered.
    if (preferred === before) preferred = index;
    return body;
  };
  const ask = (path: string, query: Record<string, string>): Promise<unknown> =>
    firstAnswer(
      inTurn().map((index) => (signal: AbortSignal) => askOne(index, path, query, { signal })),
      AbortSignal.timeout(FETCH_TIMEOUT_MS),
    );
  /** What is there once: another service is asked only after one that gave no answer. */
  const takeOnce = async (path: string, what: Record<string, string>): Promise<unknown> => {
    // By what is asked with, anybody could take it: addresses stand in logs.
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(what) };
    let refusal: unknown;
    for (const index of inTurn()) {
      try {
        return await askOne(index, path, {}, { ...init, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  };
  return {
    name: baseUrls.join(', '),
    fetch: (channel) => ask(RELEASE_ROUTES.snapshot, { channel, variants: 'all' }),
    freshness: (channel) => ask(RELEASE_ROUTES.freshness, { channel }),
    preview: (channel, id, isLook) => ask(PREVIEW_ROUTES.lookup, { channel, id, ...(isLook ? { look: '1' } : {}) }),
    takePreview: (channel, id, as) => takeOnce(PREVIEW_ROUTES.lookup, { channel, id, as }),
    async takeStaffPass(channel, id) {
      const taken = (await takeOnce(STAFF_ROUTES.take, { channel, id })) as { pass?: unknown } | null;
      return taken?.pass ?? null;
    },
    subscribe(channel, onChange) {
      const stop = new AbortController();
      // Of each service: one that hangs must not keep a change from being heard of.
      for (const [index, baseUrl] of baseUrls.entries()) {
        const onEvent = (text: string) => {
          const number = numberIn(text);
          if (number >= announced) [announced, preferred] = [number, index];
          if (number > 0) onChange(number);
          else onChange();
        };
        void follow(address(baseUrl, RELEASE_ROUTES.events, { channel }), stop.signal, { onChange, onEvent, silentMs });
      }
      const poll = setInterval(() => onChange(), POLL_MS);
      poll.unref();
      return () => {
        stop.abort();
        clearInterval(poll);
      };
    },
  };
}

/** Number of the snapshot that an event announces; 0 of one that arrived in pieces: each is said again every few seconds. */
const numberIn = (event: string): number => Number(/"number":(\d{1,9})\}/.exec(event)?.[1] ?? 0);

async function follow(
  events: URL,
  stop: AbortSignal,
  { onChange, onEvent, silentMs }: { onChange: () => void; onEvent: (text: string) => void; silentMs: number },
): Promise<void> {
  while (!stop.aborted) {
    const silence = new AbortController();
    const limit = setTimeout(() => silence.abort(), silentMs).unref();
    try {
      const answer = await fetch(events, { signal: AbortSignal.any([stop, silence.signal]), redirect: 'error' });
      // What was missed while there was no stream.
      onChange();
      for await (const chunk of answer.body ?? []) {
        limit.refresh();
        const text = Buffer.from(chunk).toString('utf8');
        if (text.includes('data:')) onEvent(text);
      }
    } catch {
      // Looked at below.
    } finally {
      clearTimeout(limit);
    }
    // The stream ended: asking tells the reader whether the service is away, and it shows in readyz.
    if (!stop.aborted) onChange();
    await wait(RECONNECT_MS, undefined, { signal: stop }).catch(() => {});
  }
}
