/**
 * The longest time in which nothing happened, in the unit of its arguments. Begin and end count: what happens no more is a gap
 * until the end.
 */
export function longestGap(times: readonly number[], { from, to }: { from: number; to: number }): number {
  const all = [from, ...times.toSorted((a, b) => a - b), to];
  return Math.max(...all.slice(1).map((at, index) => at - (all[index] as number)));
}
