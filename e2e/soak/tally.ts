import type { Sample } from '@redress/tools/trend';

const MAX_EXAMPLES = 5;
const WINDOW_MS = 10_000;

export type Step = 'begun' | 'previewed' | 'paid' | 'posted';

/** Counts of the steps that the wizards have taken. */
export function createTally() {
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
    called(ms: number): void {
      calls += 1;
      const now = performance.now();
      if (now > window.end) {
        close();
        window = { end: now + WINDOW_MS, times: [] };
      }
      window.times.push(ms);
    },
    /** A call that was asked to come later, and came. */
    refused(): void {
      refusals += 1;
      refusedAt = performance.now();
    },
    count: (step: Step) => void (counts[step] += 1),
    /** A claim that was not filed to its end. */
    failed({ message }: Error): void {
      failures += 1;
      if (examples.size < MAX_EXAMPLES) examples.add(message);
    },
    counts: (): Readonly<Record<Step, number>> => ({ ...counts }),
    calls: () => calls,
    refusals: () => refusals,
    /** Milliseconds since a call was asked to come later; since the beginning, when none was. */
    calmMs: () => performance.now() - refusedAt,
    failures: () => ({ count: failures, examples: [...examples] }),
    /** 99th percentile of the calls of each ten seconds, in milliseconds. */
    latency: () => latency,
  };
}
export type Tally = ReturnType<typeof createTally>;
