import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/** Above this part of all processors in use, times say what else ran. */
const BUSY_SHARE = 0.15;
const LOOK_MS = 2_000;
const LOOKS = 15;

/** Idle and whole time of all processors since the machine began. */
function times(): { idle: number; whole: number } {
  const all = cpus().map((cpu) => cpu.times);
  const whole = all.flatMap(({ idle, irq, nice, sys, user }) => [idle, irq, nice, sys, user]);
  return { idle: all.reduce((sum, { idle }) => sum + idle, 0), whole: whole.reduce((sum, time) => sum + time, 0) };
}

/**
 * For proofs of times, before anything is started and once all has ended: waits half a minute for what is still ending.
 * @throws when other programs use this machine
 */
export async function refuseBusy(): Promise<void> {
  for (let look = 1; ; look += 1) {
    const before = times();
    await wait(LOOK_MS);
    const after = times();
    const used = 1 - (after.idle - before.idle) / (after.whole - before.whole);
    if (used <= BUSY_SHARE) return;
    if (look < LOOKS) continue;
    const percent = Math.round(used * 100);
    throw new Error(
      `No proof is written: other programs use ${percent} % of this machine. End them, then run it again.`,
    );
  }
}
