import { METHODS } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { observeCollections, observeThreads } from './thread-memory.ts';

/** One finished request, by route pattern (`/api/login.php`), never by the address with its ids. */
export interface HttpObservation {
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

export interface Metrics {
  observeHttp(observation: HttpObservation): void;
  /** Asks for, or makes, a counter; asking twice gives the same one. */
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  /** `buckets` in seconds, as Prometheus counts time. */
  histogram<L extends string>(
    name: string,
    help: string,
    labels?: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
  /** @param store - `builds`, `files` @returns what is told of each call of the store */
  observeStore(store: string): (call: { operation: string; isOk: boolean; durationMs: number }) => void;
  /** Text of `GET /metrics`. */
  render(): Promise<string>;
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

const KNOWN_METHODS = new Set(METHODS);
/** HTTP/2 takes any word for a method, and each would stay in memory. */
const methodOf = (method: string): string => (KNOWN_METHODS.has(method) ? method : 'other');

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * A registry of its own, so that several services can live in one process.
 * @param options.service - label on every series
 * @param options.process - collect the memory, CPU and event loop of the process and the heaps of its threads as well; once per process
 */
export function createMetrics(options: { service: string; process?: boolean }): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  if (options.process) {
    collectDefaultMetrics({ register: registry });
    observeThreads(registry);
    observeCollections(registry);
  }

  const once = <T>(name: string, make: () => T): T => (registry.getSingleMetric(name) as T | undefined) ?? make();
  const http = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte in to the last byte out, by route pattern',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [registry],
  });

  const stores = new Histogram({
    name: 'store_call_duration_seconds',
    help: 'Time of a call of the store of builds or of files',
    labelNames: ['store', 'operation', 'outcome'] as const,
    buckets: SECONDS,
    registers: [registry],
  });

  return {
    observeStore:
      (store) =>
      ({ operation, isOk, durationMs }) =>
        stores.observe({ store, operation, outcome: isOk ? 'ok' : 'failed' }, durationMs / 1000),
    observeHttp: ({ method, route, status, durationMs }) =>
      http.observe({ method: methodOf(method), route, status: String(status) }, durationMs / 1000),
    counter: (name, help, labels = []) =>
      once(name, () => new Counter({ name, help, labelNames: labels, registers: [registry] })),
    gauge: (name, help, labels = []) =>
      once(name, () => new Gauge({ name, help, labelNames: labels, registers: [registry] })),
    histogram: (name, help, labels = [], buckets = SECONDS) =>
      once(name, () => new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] })),
    render: () => registry.metrics(),
  };
}
