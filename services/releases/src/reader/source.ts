import { PREVIEW_ROUTES, RELEASE_ROUTES, ROLLOUT_LIMIT } from '@redress/contracts/releases';
import { MAX_SNAPSHOT_BYTES } from '../snapshots/accept-snapshot.ts';

/** Where a reader gets snapshots from. Nothing that comes from here is used before it is verified. */
export interface SnapshotSource {
  /** For people: `this program`, `http://releases:3001`. */
  name: string;
  /** @returns the channel's snapshot as received, or `null` when the channel has none */
  fetch(channel: string): Promise<unknown>;
  /** @returns the newest statement at which number the channel stands, as received; `null` without one */
  freshness(channel: string): Promise<unknown>;
  /** @param digest - of the secret of a preview @returns what it shows, as received; `null` without one */
  preview(channel: string, digest: string): Promise<unknown>;
  /** @param as - digest of the secret that its browser has from now on @returns as `preview`, once */
  takePreview(channel: string, digest: string, as: string): Promise<unknown>;
  /** Calls `onChange` whenever asking again may be worth it. @returns how to stop */
  subscribe(channel: string, onChange: () => void): () => void;
}

/** Text in text: each quote of the payload is escaped. While builds roll out there is one of each combination. */
const MAX_ANSWER_BYTES = 2 ** ROLLOUT_LIMIT * 2 * MAX_SNAPSHOT_BYTES;
const FETCH_TIMEOUT_MS = 2_000;
const RECONNECT_MS = 1_000;
const POLL_MS = 15_000;

/** The release service of another program. */
export function httpSource(baseUrl: string): SnapshotSource {
  const address = (path: string, channel: string) => {
    const url = new URL(path, baseUrl);
    url.searchParams.set('channel', channel);
    return url;
  };
  const ask = async (url: URL, method = 'GET'): Promise<unknown> => {
    const answer = await fetch(url, { method, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`${baseUrl} answered ${answer.status}`);
    return JSON.parse(await readAtMost(answer, MAX_ANSWER_BYTES)) as unknown;
  };
  return {
    name: baseUrl,
    fetch(channel) {
      const url = address(RELEASE_ROUTES.snapshot, channel);
      url.searchParams.set('variants', 'all');
      return ask(url);
    },
    freshness: (channel) => ask(address(RELEASE_ROUTES.freshness, channel)),
    preview(channel, digest) {
      const url = address(PREVIEW_ROUTES.lookup, channel);
      url.searchParams.set('id', digest);
      return ask(url);
    },
    takePreview(channel, digest, as) {
      const url = address(PREVIEW_ROUTES.lookup, channel);
      url.searchParams.set('id', digest);
      url.searchParams.set('as', as);
      return ask(url, 'POST');
    },
    subscribe(channel, onChange) {
      const stop = new AbortController();
      void (async () => {
        while (!stop.signal.aborted) {
          try {
            const answer = await fetch(address(RELEASE_ROUTES.events, channel), {
              signal: stop.signal,
              redirect: 'error',
            });
            // What was missed while there was no stream.
            onChange();
            for await (const chunk of answer.body ?? []) if (Buffer.from(chunk).includes('data:')) onChange();
          } catch {
            // Looked at below.
          }
          // The stream ended: asking tells the reader whether the service is away, and it shows in readyz.
          if (!stop.signal.aborted) onChange();
          await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
        }
      })();
      const poll = setInterval(onChange, POLL_MS);
      poll.unref();
      return () => {
        stop.abort();
        clearInterval(poll);
      };
    },
  };
}

/** @throws {Error} as soon as the answer is larger; the rest is not read */
async function readAtMost(answer: Response, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new Error('the answer is too large for a snapshot');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
