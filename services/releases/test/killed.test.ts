import { once } from 'node:events';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { aReleaseWorld, aRemote, aShell, type ReleaseWorld } from '../src/testing/index.ts';
import type { DeathAt, Moment } from './kill-at-step.ts';
import { end, startProgram, type KilledProgram as Program } from './start-program.ts';

// `npm run verify` kills at every step. The gate kills a process a few times: src/channels/worst-moment.test.ts ends the
// same acts at the same steps inside of one process.
const IS_VERIFY = process.env['VERIFY'] === '1';
const EVERY = IS_VERIFY ? 1 : 15;
const FIRST = IS_VERIFY ? 1 : 4;
/** More steps than an act has. */
const MOST_STEPS = 120;
jest.setTimeout(IS_VERIFY ? 900_000 : 90_000);

const first = aRemote({ buildId: 'a1' });
const second = aRemote({ buildId: 'b2', version: '1.1.0' });
const [A, B] = [first.descriptor.buildId, second.descriptor.buildId];

let world: ReleaseWorld;
beforeEach(async () => {
  world = await aReleaseWorld();
  world.clock.now = new Date();
  await world.release(aShell(), first);
  await world.publish(second);
});
afterEach(() => world.close());

const start = () => startProgram(world);

/** An act is answered once it is written down; new loads get it a moment later. */
async function untilServed(program: Program, act: Promise<{ number: number }>): Promise<void> {
  const { number } = await act;
  while ((await servedBy(program)).number < number);
}

const serve = (program: Program, build: string) =>
  program.ask<{ number: number }>('/api/promote', { builds: [{ name: 'mf-wizard', build, evenIfBad: true }] });
const back = (program: Program) =>
  program.ask<{ number: number }>('/api/rollback', { remote: 'mf-wizard', reason: 'r' });

const servedBy = async ({ site }: Program): Promise<Snapshot> => {
  const signed = (await (await fetch(`${site}/releases/snapshot`)).json()) as SignedSnapshot;
  return JSON.parse(signed.payload) as Snapshot;
};

/** What a program that has just started serves, once its books are found to agree with it. */
async function wholeState(program: Program): Promise<{ build: string; number: number }> {
  const [served, status, history, ledger] = [
    await servedBy(program),
    await program.ask<{ number: number; remotes: { name: string; buildId: string }[] }>('/api/status'),
    await program.ask<{ number: number }[]>('/api/history?limit=500'),
    await program.ask<{ ok: boolean; fault: unknown }>('/api/ledger/verify'),
  ];
  const build = served.remotes['mf-wizard']!.current.buildId;
  const numbers = history.map(({ number }) => number).sort((a, b) => a - b);
  expect(status).toMatchObject({ number: served.number });
  expect(status.remotes.find(({ name }) => name === 'mf-wizard')?.buildId).toBe(build);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(numbers.at(-1)).toBe(served.number);
  expect(ledger).toMatchObject({ ok: true, fault: null });
  return { build, number: served.number };
}

const acts = [
  ['promote', (program: Program) => serve(program, B), A, B, back],
  ['rollback', back, B, A, (program: Program) => serve(program, B)],
] as const;

it.each(
  acts.flatMap((act) =>
    (['before', 'after'] as const)
      .filter((moment) => IS_VERIFY || (moment === 'before') === (act[0] === 'promote'))
      .map((moment): [...typeof act, Moment] => [...act, moment]),
  ),
)('a process killed at a step of a %s leaves the build before or the one after', async (...given) => {
  const [name, act, from, to, undo, moment] = given;
  let program = await start();
  const deaths: number[] = [];
  const seen = new Set<string>();
  try {
    if (name === 'rollback') await untilServed(program, serve(program, B));
    for (let step = FIRST; step < MOST_STEPS; step += EVERY) {
      const { number } = await wholeState(program);
      const armed = once(program.child, 'message');
      program.child.send({ step, moment } satisfies DeathAt);
      await armed;
      const exited = once(program.child, 'exit');
      const told = await act(program).catch(() => null);
      // It was told before the step came: the act has no more of them.
      if (told) break;
      expect((await exited)[1]).toBe('SIGKILL');
      deaths.push(step);
      program = await start();
      const after = await wholeState(program);
      seen.add(after.build);
      expect([number, number + 1]).toContain(after.number);
      expect(after.build).toBe(after.number === number ? from : to);
      // What was not done is done now, under the next number, and can be undone.
      if (after.build === from) expect(await act(program)).toMatchObject({ number: after.number + 1 });
      await untilServed(program, undo(program));
    }
    expect(deaths.length).toBeGreaterThan(IS_VERIFY ? 10 : 1);
    if (IS_VERIFY) expect([...seen].sort()).toEqual([A, B].sort());
  } finally {
    await end(program);
  }
});
