/**
 * A closed queueing network: callers who think, call, and wait for the answer. Exact mean value analysis for one class of
 * calls (Reiser and Lavenberg, 1980; Lazowska and others, Quantitative System Performance, 1984, chapter 6). A station with
 * several servers counts as one that is so many times as fast and a delay for the rest of the demand (Seidmann and others,
 * 1987), which is exact for few and for many callers and errs by some percent between.
 */
export interface Station {
  name: string;
  /** What one call needs of it, in seconds. */
  demand: number;
  /** How many calls it serves at the same time. */
  servers: number;
}

export interface Answer {
  /** Calls a second. */
  throughput: number;
  /** Seconds from a call to its answer. */
  response: number;
  /** Of each station, from 0 to 1, in the order of the stations. */
  utilization: number[];
}

/**
 * @param callers - a whole number, at least 1
 * @param thinkSeconds - between an answer and the next call of the same caller
 * @param delaySeconds - of each call, where nobody waits for anybody: network, timers
 */
export function closedNetwork(
  stations: readonly Station[],
  { callers, thinkSeconds = 0, delaySeconds = 0 }: { callers: number; thinkSeconds?: number; delaySeconds?: number },
): Answer {
  if (!Number.isInteger(callers) || callers < 1) throw new RangeError(`${callers} is no number of callers`);
  const queueing = stations.map(({ demand, servers }) => demand / servers);
  const fixed =
    delaySeconds + stations.reduce((sum, { demand, servers }) => sum + (demand * (servers - 1)) / servers, 0);
  let waiting = stations.map(() => 0);
  let throughput = 0;
  let response = 0;
  for (let count = 1; count <= callers; count += 1) {
    // A caller who arrives finds what one caller less would have left there on average.
    const residence = queueing.map((demand, index) => demand * (1 + (waiting[index] ?? 0)));
    response = fixed + residence.reduce((sum, seconds) => sum + seconds, 0);
    throughput = count / (response + thinkSeconds);
    waiting = residence.map((seconds) => throughput * seconds);
  }
  return { throughput, response, utilization: queueing.map((demand) => throughput * demand) };
}

/** What one process shows to its callers: a queue that serves one call after the other, and what goes on beside it. */
export interface Fitted {
  /** Seconds that a call has the queue for itself. */
  demand: number;
  delaySeconds: number;
}
interface Load {
  callers: number;
  throughput: number;
}
const HALVINGS = 60;

/** @returns where a falling function crosses 0 between two points, or the nearer of them where it does not */
function crossing(low: number, high: number, falls: (at: number) => number): number {
  let [from, to] = [low, high];
  for (let round = 0; round < HALVINGS; round += 1) {
    const middle = (from + to) / 2;
    if (falls(middle) > 0) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** The one queue and delay that carry two measured loads. How much the processor was taken by others is in both. */
export function fitQueue(few: Load, many: Load): Fitted {
  const carries = ({ demand, delaySeconds }: Fitted, callers: number) =>
    closedNetwork([{ name: 'queue', demand, servers: 1 }], { callers, delaySeconds }).throughput;
  const longest = few.callers / few.throughput;
  const delayFor = (demand: number) =>
    crossing(0, longest, (delaySeconds) => carries({ demand, delaySeconds }, few.callers) - few.throughput);
  const demand = crossing(
    0,
    1 / few.throughput,
    (tried) => carries({ demand: tried, delaySeconds: delayFor(tried) }, many.callers) - many.throughput,
  );
  return { demand, delaySeconds: delayFor(demand) };
}
