import { EventEmitter } from 'node:events';
import { CRASHED, keepRunning } from '../lib/keep-running.mjs';

interface End {
  code?: number;
  signal?: string;
  afterMs?: number;
  isAsked?: boolean;
}

/** A child for each of `ends`, which ends that way at once. */
async function run(ends: End[]): Promise<{ exitCode: number; pauses: number[]; started: number }> {
  let clock = 0;
  let started = 0;
  let isAsked = false;
  const pauses: number[] = [];
  const exitCode = await keepRunning(
    () => {
      const child = new EventEmitter();
      const { code = null, signal = null, afterMs = 0, isAsked: asked = false } = ends[started] as End;
      started += 1;
      setImmediate(() => {
        clock += afterMs;
        isAsked = asked;
        child.emit('exit', code, signal);
      });
      return child;
    },
    {
      isAsked: () => isAsked,
      now: () => clock,
      wait: (ms: number) => Promise.resolve(void pauses.push(ms)),
      say: () => {},
    },
  );
  return { exitCode, pauses, started };
}

it('starts a program again that crashed or was killed, with longer and longer pauses', async () => {
  const crashes = Array.from({ length: 7 }, (_, index) => (index % 2 ? { signal: 'SIGKILL' } : { code: CRASHED }));
  expect(await run([...crashes, { code: 0, isAsked: true }])).toEqual({
    exitCode: 0,
    started: 8,
    pauses: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  });
});

it('takes the first pause again after a long time of work', async () => {
  const { pauses } = await run([{ code: CRASHED }, { code: CRASHED }, { code: CRASHED, afterMs: 61_000 }, { code: 1 }]);
  expect(pauses).toEqual([1_000, 2_000, 1_000]);
});

it('does not start a program again that refused to start or was asked to end', async () => {
  expect(await run([{ code: 1 }])).toMatchObject({ exitCode: 1, started: 1 });
  expect(await run([{ code: 0 }])).toMatchObject({ exitCode: 0, started: 1 });
  expect(await run([{ signal: 'SIGTERM', isAsked: true }])).toMatchObject({ exitCode: 130, started: 1 });
});
