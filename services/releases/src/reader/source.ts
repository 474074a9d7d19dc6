import type { SignedSnapshot } from '@redress/contracts/releases';

/** Where a reader hears of snapshots. Nothing that comes from here is believed before it is verified. */
export interface SnapshotSource {
  /** For people: `this program`, `http://releases:3001`. */
  name: string;
  /** @returns the channel's snapshot as received, or `null` when the channel has none */
  fetch(channel: string): Promise<unknown>;
  /** Calls `onChange` whenever asking again may be worth it. @returns how to stop */
  subscribe(channel: string, onChange: () => void): () => void;
}

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
  return {
    name: baseUrl,
    async fetch(channel) {
      const answer = await fetch(address('/releases/snapshot', channel), {
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
        redirect: 'error',
      });
      if (answer.status === 404) return null;
      if (!answer.ok) throw new Error(`${baseUrl} answered ${answer.status}`);
      return (await answer.json()) as SignedSnapshot;
    },
    subscribe(channel, onChange) {
      const stop = new AbortController();
      void (async () => {
        while (!stop.signal.aborted) {
          try {
            const answer = await fetch(address('/releases/events', channel), {
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
