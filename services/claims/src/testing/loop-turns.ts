/**
 * The longest turn of this thread's loop while `work` runs, in milliseconds of the thread's own processor time: what
 * other processes take from it does not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let isDone = false;
  let before = usedMs();
  const turn = () => {
    const at = usedMs();
    longest = Math.max(longest, at - before);
    before = at;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return longest;
}
