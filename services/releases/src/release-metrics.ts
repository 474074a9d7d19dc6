import type { ReleaseEndpointName } from '@redress/contracts/release-api';
import { FAILURES } from './health/failures.ts';
import type { Metrics } from '@redress/telemetry/server';

interface Reported {
  remote: string;
  buildId: string;
  kind: string;
  isPoor: boolean;
}

interface Measured {
  /** What new loads get, by remote; the shell among them. */
  served: readonly { remote: string; build: string }[];
  /** Snapshot that new loads get from this program; 0 before the first. */
  number: number;
  createdAt: Date | null;
  expiresAt: Date | null;
  /** Mails and webhooks that did not arrive so far. */
  undelivered: number;
  now: Date;
}

/** What `/metrics` says of releases (docs/deploy/alerts.yml). Ages are seconds at the last look, a few seconds ago. */
export function releaseMetrics(metrics: Metrics) {
  const calls = metrics.counter(
    'releases_calls_total',
    'Calls of the release API that change something, by outcome: ok, or the code of the refusal',
    ['call', 'outcome'],
  );
  const gate = metrics.counter('releases_health_gate_total', 'What the health gate did, or wanted to and could not');
  const snapshot = metrics.gauge('releases_snapshot', 'Number of the snapshot that is served');
  const age = metrics.gauge('releases_snapshot_age_seconds', 'Since the snapshot that is served was made');
  const left = metrics.gauge('releases_snapshot_expires_seconds', 'Until the snapshot that is served expires');
  const notices = metrics.gauge('releases_notices_undelivered', 'Mails and webhooks that did not arrive so far');
  const builds = metrics.gauge('redress_build_info', 'Builds that are served: always 1', ['remote', 'build']);
  const failures = metrics.counter('releases_tab_failures_total', 'Failures that tabs report', [
    'remote',
    'build',
    'kind',
  ]);
  const vitals = metrics.counter('releases_vitals_total', 'Web vitals that tabs report', [
    'remote',
    'build',
    'vital',
    'is_poor',
  ]);
  return {
    /** A report of a tab, of a build that is served. */
    reported({ remote, buildId: build, kind, isPoor }: Reported): void {
      const [what, vital] = kind.split(':');
      if (what === 'vital') vitals.inc({ remote, build, vital: vital ?? '', is_poor: String(isPoor) });
      else if (FAILURES.has(kind)) failures.inc({ remote, build, kind });
    },
    /** @param outcome - `ok`, or the code of the refusal */
    called: (call: ReleaseEndpointName, outcome: string) => calls.inc({ call, outcome }),
    /** The health gate did something, or wanted to and could not. */
    gateActed: () => gate.inc(),
    measure({ served, number, createdAt, expiresAt, undelivered, now }: Measured): void {
      builds.reset();
      for (const each of served) builds.set(each, 1);
      snapshot.set(number);
      age.set(createdAt ? (now.getTime() - createdAt.getTime()) / 1_000 : 0);
      left.set(expiresAt ? (expiresAt.getTime() - now.getTime()) / 1_000 : 0);
      notices.set(undelivered);
    },
  };
}
export type ReleaseMetrics = ReturnType<typeof releaseMetrics>;
