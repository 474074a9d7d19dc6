/** A measured value, and when. */
export interface Sample {
  /** Milliseconds, of any clock that does not go back. */
  at: number;
  value: number;
}

export interface Trend {
  /** Median of the slopes of all pairs of samples (Theil 1950, Sen 1968), for a minute. One outlier does not move it. */
  perMinute: number;
  /** Bounds of its confidence interval of 95 % (Sen 1968). Samples that follow each other closely make it too narrow. */
  low: number;
  high: number;
  /** Of the values. */
  median: number;
  /** From the first sample to the last. */
  minutes: number;
}

const MINUTE_MS = 60_000;
/** Of the normal distribution: 95 % are within so many deviations. */
const Z_95 = 1.96;

const middle = (sorted: readonly number[]): number => {
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[half] as number)
    : ((sorted[half - 1] as number) + (sorted[half] as number)) / 2;
};
const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** @throws {RangeError} of fewer than three samples, of which nothing can be said */
export function trendOf(samples: readonly Sample[]): Trend {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || samples.length < 3) throw new RangeError('A trend needs three samples.');
  const slopes: number[] = [];
  for (const [index, from] of samples.entries()) {
    for (const to of samples.slice(index + 1)) {
      if (to.at > from.at) slopes.push(((to.value - from.value) / (to.at - from.at)) * MINUTE_MS);
    }
  }
  const sorted = ascending(slopes);
  const count = samples.length;
  const spread = Z_95 * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18);
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))] as number;
  return {
    perMinute: middle(sorted),
    low: at((sorted.length - spread) / 2 - 1),
    high: at((sorted.length + spread) / 2),
    median: middle(ascending(samples.map(({ value }) => value))),
    minutes: (last.at - first.at) / MINUTE_MS,
  };
}

export interface GrowthLimit {
  /** Of the median, over the whole stretch: 0.05 means 5 %. */
  share: number;
  /** What is always allowed, in the unit of the values: of a small value a share says nothing. */
  atLeast: number;
}

/** Whether values rise by more than the limit over their stretch, and surely: the whole confidence interval is above zero. */
export function isRising({ perMinute, low, median, minutes }: Trend, { share, atLeast }: GrowthLimit): boolean {
  return low > 0 && perMinute * minutes > Math.max(share * median, atLeast);
}

/** The least of each window: what a collector of garbage leaves, without the garbage between two of its runs. */
export function lowsOf(samples: readonly Sample[], windowMs: number): Sample[] {
  const lows = new Map<number, Sample>();
  for (const sample of samples) {
    const window = Math.floor(sample.at / windowMs);
    const known = lows.get(window);
    if (!known || sample.value < known.value) lows.set(window, sample);
  }
  return [...lows.values()];
}
