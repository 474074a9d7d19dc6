import { repeat, type Database } from '@redress/database';
import type { Logger, Metrics } from '@redress/telemetry/server';
import type { BossQueue } from './jobs/boss-queue.ts';

const EVERY_MS = 15_000;

/** Figures that stand rather than happen: connections, jobs waiting, jobs given up. */
export function createGauges(deps: { database: Database; queue: BossQueue; metrics: Metrics; log: Logger }) {
  const { database, queue, metrics, log } = deps;
  const connections = metrics.gauge('claims_database_connections', 'Connections of the pool', ['state']);
  const jobs = metrics.gauge('claims_jobs', 'Jobs by queue and state', ['queue', 'state']);
  let stop = async () => {};

  const measure = async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    connections.set({ state: 'busy' }, totalCount - idleCount);
    connections.set({ state: 'idle' }, idleCount);
    connections.set({ state: 'waited-for' }, waitingCount);
    for (const { queue: name, waiting, active, dead } of await queue.counts()) {
      jobs.set({ queue: name, state: 'waiting' }, waiting);
      jobs.set({ queue: name, state: 'active' }, active);
      jobs.set({ queue: name, state: 'given-up' }, dead);
    }
  };
  return {
    start() {
      stop = repeat(EVERY_MS, measure, { failed: (err) => log.debug({ err }, 'gauges'), atOnce: true });
    },
    /** Resolves when the look that goes on has ended: statements have their limit. */
    stop: () => stop(),
  };
}
