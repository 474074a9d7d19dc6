import type { Sample } from '@redress/tools/trend';

const MAX_EXAMPLES = 5;
const WINDOW_MS = 10_000;

/** What the wizards did. */
export interface Tally {
  called(path: string, status: number, ms: number): void;
  /** A call that was asked to come later, and came. */
  refused(): void;
  count(what: Step): void;
  /** A claim that was not filed to its end. */
  failed(error: Error): void;
  counts(): Readonly<Record<Step, number>>;
  calls(): number;
  refusals(): number;
  /** Milliseconds since a call was asked to come later; since the beginning, when none was. */
  calmMs(): number;
  failures(): { count: number; examples: readonly string[] };
  /** 99th percentile of the calls of each ten seconds, in milliseconds. */
  latency(): Sample[];
}

export type Step = 'begun' | 'previewed' | 'paid' | 'posted';

export function createTally(): Tally {
  const counts: Record<Step, number> = { begun: 0, previewed: 0, paid: 0, posted: 0 };
  const examples = new Set<string>();
  let [calls, failures, refusals] = [0, 0, 0];
  let refusedAt = performance.now();
  const latency: Sample[] = [];
  let window = { end: 0, times: [] as number[] };
  const close = () => {
    const sorted = window.times.toSorted((a, b) => a - b);
    const value = sorted[Math.floor(sorted.length * 0.99)];
    if (value !== undefined) latency.push({ at: window.end, value });
  };
  return {
    called(_path, _status, ms) {
      calls += 1;
      const now = performance.now();
      if (now > window.end) {
        close();
        window = { end: now + WINDOW_MS, times: [] };
      }
      window.times.push(ms);
    },
    refused() {
      refusals += 1;
      refusedAt = performance.now();
    },
    count: (step) => void (counts[step] += 1),
    failed({ message }) {
      failures += 1;
      if (examples.size < MAX_EXAMPLES) examples.add(message);
    },
    counts: () => ({ ...counts }),
    calls: () => calls,
    refusals: () => refusals,
    calmMs: () => performance.now() - refusedAt,
    failures: () => ({ count: failures, examples: [...examples] }),
    latency: () => latency,
  };
}
