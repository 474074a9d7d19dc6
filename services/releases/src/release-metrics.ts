import type { ReleaseEndpointName } from '@redress/contracts/release-api';
import type { Metrics } from '@redress/telemetry/server';

export interface ReleaseMetrics {
  /** @param outcome - `ok`, or the code of the refusal */
  called(call: ReleaseEndpointName, outcome: string): void;
  /** The health gate did something, or wanted to and could not. */
  gateActed(): void;
  measure(figures: {
    /** Snapshot that new loads get from this program; 0 before the first. */
    number: number;
    createdAt: Date | null;
    expiresAt: Date | null;
    /** Mails and webhooks that did not arrive so far. */
    undelivered: number;
    now: Date;
  }): void;
}

/** What `/metrics` says of releases (docs/deploy/alerts.yml). Ages are seconds at the last look, a few seconds ago. */
export function releaseMetrics(metrics: Metrics): ReleaseMetrics {
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
  return {
    called: (call, outcome) => calls.inc({ call, outcome }),
    gateActed: () => gate.inc(),
    measure({ number, createdAt, expiresAt, undelivered, now }) {
      snapshot.set(number);
      age.set(createdAt ? (now.getTime() - createdAt.getTime()) / 1_000 : 0);
      left.set(expiresAt ? (expiresAt.getTime() - now.getTime()) / 1_000 : 0);
      notices.set(undelivered);
    },
  };
}
