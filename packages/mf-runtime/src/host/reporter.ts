import { RELEASE_ROUTES, type RemoteReport, type ReportedError } from '@redress/contracts/releases';
import { keepReports, takeReports } from '@redress/session-store';
import { LIMITS_MS, withinLimit } from './limits.ts';

const MAX_WAITING = 50;
const SEND_AFTER_MS = 5000;

export interface Reporter {
  /** @param error - what was thrown; it is described before it is kept or sent */
  add(report: RemoteReport, error?: unknown): void;
  /** Sends what is waiting now; what cannot be sent is kept for the next document. */
  flush(): void;
}

/**
 * Collects what happens to remotes in this tab and sends it in few beacons. A token from a small call goes with them, so
 * that the documents can stay cacheable. A tab that is left before it has a token keeps its reports in the browser; the
 * next document sends them.
 */
export function createReporter({
  describe = () => Promise.resolve(undefined),
}: {
  /** What of an error may leave the browser. */
  describe?: (error: unknown) => Promise<ReportedError | undefined>;
} = {}): Reporter {
  let waiting: RemoteReport[] = [];
  /** By the number of the snapshot that the reports are of: a tab that follows a release asks for another. */
  const tokens = new Map<number, { token: string; expiresAt: number }>();
  const asking = new Set<number>();
  const describing = new Set<Promise<void>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;

  const tokenOf = (snapshot: number) => {
    const known = tokens.get(snapshot);
    return known && Date.now() < known.expiresAt ? known.token : undefined;
  };
  const snapshots = () => [...new Set(waiting.map(({ snapshot }) => snapshot))];

  const fetchToken = async (snapshot: number) => {
    if (asking.has(snapshot) || tokenOf(snapshot) !== undefined) return;
    asking.add(snapshot);
    try {
      const response = await fetch(`${RELEASE_ROUTES.beaconToken}?snapshot=${snapshot}`, {
        credentials: 'same-origin',
      });
      // Of this snapshot the service takes nothing: it went back to an older one.
      if (response.status === 400) waiting = waiting.filter((report) => report.snapshot !== snapshot);
      if (!response.ok) return;
      const issued = (await response.json()) as { token: string; expiresAt: string };
      tokens.set(snapshot, { token: issued.token, expiresAt: Date.parse(issued.expiresAt) });
    } catch {
      // Asked again with the next report.
    } finally {
      asking.delete(snapshot);
    }
  };
  const fetchTokens = () => Promise.all(snapshots().map(fetchToken));

  const send = () => {
    for (const snapshot of snapshots()) {
      const token = tokenOf(snapshot);
      if (token === undefined) continue;
      const reports = waiting.filter((report) => report.snapshot === snapshot);
      // As text: anything else would need a preflight, which a page that is going away cannot wait for.
      if (navigator.sendBeacon(RELEASE_ROUTES.beacon, JSON.stringify({ token, reports })))
        waiting = waiting.filter((report) => report.snapshot !== snapshot);
    }
  };

  const schedule = (afterMs: number) => {
    const at = Date.now() + afterMs;
    if (at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => {
      dueAt = Infinity;
      waiting = [...takeReports<RemoteReport>(), ...waiting].slice(0, MAX_WAITING);
      void Promise.all([fetchTokens(), ...describing]).then(send);
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
    add(given, error) {
      // When everything fails, the first reports show the cause and the rest repeat it.
      if (waiting.length >= MAX_WAITING) return;
      const report = { ...given };
      waiting.push(report);
      if (error !== undefined) {
        const described = withinLimit(describe(error), LIMITS_MS.snapshot, 'describing').then(
          (what) => void (what && (report.error = what)),
          // The report counts without it.
          () => undefined,
        );
        describing.add(described);
        void described.finally(() => describing.delete(described));
      }
      const isUrgent = report.kind !== 'loaded' && report.kind !== 'vital';
      // A success can wait until the page has what it needs; a visitor may leave a broken page soon.
      schedule(isUrgent ? 0 : SEND_AFTER_MS);
    },
    flush,
  };
}
