import { RELEASE_ROUTES, type RemoteReport } from '@redress/contracts/releases';
import { keepReports, takeReports } from '@redress/session-store';

const MAX_WAITING = 50;
const SEND_AFTER_MS = 5000;

export interface Reporter {
  add(report: RemoteReport): void;
  /** Sends what is waiting now; what cannot be sent is kept for the next document. */
  flush(): void;
}

/**
 * Collects what happens to remotes in this tab and sends it in few beacons. A token from a small call goes with them, so
 * that the documents can stay cacheable. A tab that is left before it has a token keeps its reports in the browser; the
 * next document sends them.
 */
export function createReporter(): Reporter {
  let waiting: RemoteReport[] = [];
  let token = '';
  let expiresAt = 0;
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;

  const fetchToken = async () => {
    if (isAsking || Date.now() < expiresAt) return;
    isAsking = true;
    try {
      const response = await fetch(RELEASE_ROUTES.beaconToken, { credentials: 'same-origin' });
      if (!response.ok) return;
      const issued = (await response.json()) as { token: string; expiresAt: string };
      token = issued.token;
      expiresAt = Date.parse(issued.expiresAt);
      waiting = [...takeReports<RemoteReport>(), ...waiting].slice(0, MAX_WAITING);
    } catch {
      // Asked again with the next report.
    } finally {
      isAsking = false;
    }
  };

  const send = () => {
    if (Date.now() >= expiresAt || waiting.length === 0) return;
    // As text: anything else would need a preflight, which a page that is going away cannot wait for.
    if (navigator.sendBeacon(RELEASE_ROUTES.beacon, JSON.stringify({ token, reports: waiting }))) waiting = [];
  };

  const schedule = (afterMs: number) => {
    const at = Date.now() + afterMs;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Infinity;
      void fetchToken().then(send);
    }, afterMs);
  };

  const flush = () => {
    send();
    if (waiting.length > 0 && keepReports([...takeReports<RemoteReport>(), ...waiting].slice(0, MAX_WAITING)))
      waiting = [];
  };

  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
  });

  return {
    add(report) {
      // When everything fails, the first reports show the cause and the rest repeat it.
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(report);
      const isUrgent = report.kind !== 'loaded' && report.kind !== 'vital';
      // A success can wait until the page has what it needs; a visitor may leave a broken page soon.
      schedule(isUrgent ? 0 : SEND_AFTER_MS);
    },
    flush,
  };
}
