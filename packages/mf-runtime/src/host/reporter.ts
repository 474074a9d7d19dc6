import { RELEASE_ROUTES, type RemoteReport } from '@redress/contracts/releases';

const MAX_WAITING = 50;
const SEND_AFTER_MS = 5000;

export interface Reporter {
  add(report: RemoteReport): void;
  /** Sends what is waiting now. */
  flush(): void;
}

/**
 * Collects what happens to remotes in this tab and sends it in few beacons. A token from a small call goes with them, so
 * that the documents can stay cacheable; without a token nothing is sent.
 */
export function createReporter(): Reporter {
  let waiting: RemoteReport[] = [];
  let token: Promise<string | null> | undefined;
  let known: string | null = null;
  let expiresAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const fetchToken = async () => {
    try {
      const response = await fetch(RELEASE_ROUTES.beaconToken, { credentials: 'same-origin' });
      const issued = response.ok ? ((await response.json()) as { token: string; expiresAt: string }) : null;
      known = issued?.token ?? null;
      expiresAt = issued ? Date.parse(issued.expiresAt) : 0;
    } catch {
      known = null;
    }
    if (known === null) token = undefined;
    return known;
  };

  const send = () => {
    if (known === null || waiting.length === 0) return;
    // As text: anything else would need a preflight, which a page that is going away cannot wait for.
    const sent = navigator.sendBeacon(RELEASE_ROUTES.beacon, JSON.stringify({ token: known, reports: waiting }));
    if (sent) waiting = [];
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    send();
  };

  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });

  return {
    add(report) {
      // Under a storm the first reports say what is wrong; the rest say it again.
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(report);
      const isUrgent = report.kind !== 'loaded' && report.kind !== 'vital';
      // Good news can wait until the page has what it needs; a visitor may leave a broken one soon.
      timer ??= setTimeout(
        () => {
          if (Date.now() > expiresAt) token = undefined;
          void (token ??= fetchToken()).then(flush);
        },
        isUrgent ? 0 : SEND_AFTER_MS,
      );
    },
    flush,
  };
}
