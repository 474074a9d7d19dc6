import { RELEASE_ROUTES } from '@redress/contracts/releases';

const NAME = 'redress-releases';
/** The server repeats the number every 25 s; a stream that says nothing for so long is broken, whatever it says of itself. */
const SILENT_STREAM_MS = 70_000;
/** A tab that holds the stream for all and passes nothing on for so long is hung; timers of hidden tabs run once a minute. */
const SILENT_HOLDER_MS = 180_000;
const CHECK_MS = 30_000;
const MAX_WAIT_MS = 60_000;

/** A tab's message to the others: the number of a snapshot that the stream announced. */
interface Message {
  number: number;
}

interface ReleaseStreamOptions {
  /** Called in every tab with the number of a snapshot; may be one it has already. */
  onNumber(number: number): void;
  /** 0 to 1: many tabs must not come back in the same moment. */
  random?: () => number;
}

/**
 * Hears of new snapshots. One tab of the browser holds the stream for all of them (a lock decides which): six tabs with a
 * stream each would block the seventh tab's document over HTTP/1.1. A stream that is refused, breaks or falls silent
 * gives the lock to another tab and is opened again later, each time after a longer wait. A tab that waits takes the lock
 * from one that is hung. A tab that is put away gives it up.
 * @returns the way to stop
 */
export function openReleaseStream({ onNumber, random = Math.random }: ReleaseStreamOptions): () => void {
  let channel: BroadcastChannel;
  let turn: AbortController | null = null;
  let isHolding = false;
  let failures = 0;
  let lastEventAt = Date.now();
  let rejoining: ReturnType<typeof setTimeout> | undefined;

  const receive = (number: number) => {
    lastEventAt = Date.now();
    onNumber(number);
  };
  const listen = () => {
    channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data.number);
  };

  /** Holds the stream until it is refused, falls silent, or the signal. */
  const hold = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      isHolding = true;
      lastEventAt = Date.now();
      const source = new EventSource(RELEASE_ROUTES.events);
      const check = setInterval(() => Date.now() - lastEventAt > SILENT_STREAM_MS && end(), CHECK_MS);
      const end = () => {
        isHolding = false;
        clearInterval(check);
        source.close();
        resolve();
      };
      source.addEventListener('open', () => (failures = 0));
      source.addEventListener('snapshot', ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as Message;
        receive(message.number);
        channel.postMessage({ number: message.number } satisfies Message);
      });
      source.addEventListener('error', () => {
        // The browser opens a stream that broke off again by itself; one that was answered with 502 or 503 it gives up.
        if (source.readyState === EventSource.CLOSED) end();
      });
      signal.addEventListener('abort', end);
    });

  const join = (isTaking = false) => {
    const mine = (turn = new AbortController());
    const { signal } = mine;
    const request = isTaking ? { steal: true } : { signal };
    // Browsers without locks are old ones with few tabs left: each holds its own while it is looked at.
    const held = 'locks' in navigator ? navigator.locks.request(NAME, request, () => hold(signal)) : hold(signal);
    const ended = () => {
      // Also when another tab has taken the lock: then the stream of this one is still open.
      if (turn !== mine) return;
      mine.abort();
      const waitMs = Math.min(MAX_WAIT_MS, 2000 * 2 ** failures) * (0.5 + random() / 2);
      failures += 1;
      rejoining = setTimeout(join, waitMs);
    };
    held.then(ended, ended);
  };
  const leave = () => {
    clearTimeout(rejoining);
    const left = turn;
    turn = null;
    left?.abort();
  };
  const checking = setInterval(() => {
    const isSilent = Date.now() - lastEventAt > SILENT_HOLDER_MS;
    if (!turn || isHolding || !isSilent || document.visibilityState === 'hidden' || !('locks' in navigator)) return;
    leave();
    join(true);
  }, CHECK_MS);
  // A message to a page in the page cache throws it out, and the next page's stream says its number to all at once.
  const onPageHide = () => {
    leave();
    channel.close();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    listen();
    join();
  };

  listen();
  join();
  addEventListener('pagehide', onPageHide);
  addEventListener('pageshow', onPageShow);
  return () => {
    removeEventListener('pagehide', onPageHide);
    removeEventListener('pageshow', onPageShow);
    clearInterval(checking);
    onPageHide();
  };
}
