import { RELEASE_ROUTES } from '@redress/contracts/releases';

const NAME = 'redress-releases';

/** What one tab tells the others: the number of a snapshot that the stream spoke of. */
interface Message {
  number: number;
}

/**
 * Hears of new snapshots. One tab of the browser holds the stream for all of them (a lock decides which): six tabs with a
 * stream each would block the seventh tab's document over HTTP/1.1. A tab that is put away gives the stream up.
 * @param onNumber - called in every tab with the number of a snapshot; may be one it has already
 * @returns the way to stop
 */
export function openReleaseStream(onNumber: (number: number) => void): () => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Message>) => onNumber(data.number);
  let stopWaiting = new AbortController();

  /** Holds the stream until the signal. */
  const hold = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const source = new EventSource(RELEASE_ROUTES.events);
      source.addEventListener('snapshot', ({ data }: MessageEvent<string>) => {
        const { number } = JSON.parse(data) as Message;
        onNumber(number);
        channel.postMessage({ number } satisfies Message);
      });
      signal.addEventListener('abort', () => {
        source.close();
        resolve();
      });
    });

  const join = () => {
    stopWaiting = new AbortController();
    const { signal } = stopWaiting;
    // Browsers without locks are old ones with few tabs left: each holds its own while it is looked at.
    const turn = 'locks' in navigator ? navigator.locks.request(NAME, { signal }, () => hold(signal)) : hold(signal);
    turn.catch(() => {
      // Leaving while waiting for the lock is not an error.
    });
  };
  const leave = () => stopWaiting.abort();
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) join();
  };

  join();
  addEventListener('pagehide', leave);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', onPageShow);
    leave();
    channel.close();
  };
}
