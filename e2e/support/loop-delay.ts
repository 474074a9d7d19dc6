import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

const FILE = path.resolve(import.meta.dirname, '../test-results/loop-delay.jsonl');

const gauge = (metrics: string, name: string): number =>
  Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\S* (\\S+)$`, 'm').exec(metrics)?.[1] ?? NaN) * 1000;

/** Adds to the record of the run how late the event loop of a program has been; `npm test` prints the worst. */
export async function recordLoopDelay(url: string, metricsToken: string): Promise<void> {
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  const [p99Ms, maxMs] = [gauge(metrics, 'p99'), gauge(metrics, 'max')];
  // A program that a test has killed or hung has no record.
  if (!Number.isFinite(p99Ms) || !Number.isFinite(maxMs)) return;
  await mkdir(path.dirname(FILE), { recursive: true });
  await appendFile(FILE, `${JSON.stringify({ p99Ms: Math.round(p99Ms), maxMs: Math.round(maxMs) })}\n`);
}
