import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SignedSnapshot, Snapshot } from '@redress/contracts/releases';
import { aReleaseWorld, aRemote, aShell, type ReleaseWorld } from '../src/testing/index.ts';
import type { DeathAt, Moment } from './kill-at-step.ts';

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

interface Program {
  child: ChildProcess;
  api: string;
  site: string;
}

async function start(): Promise<Program> {
  const child = fork(path.join(import.meta.dirname, 'killed-program.ts'), {
    execArgv: ['--no-warnings'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: world.dataDir,
      DATABASE_URL: world.databaseUrl,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
  });
  const [addresses] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The program ended with ${String(code)}.`))),
  ])) as [Omit<Program, 'child'>];
  return { child, ...addresses };
}

async function end({ child }: Program): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function ask<T>({ api }: Program, route: string, body?: object): Promise<T> {
  const token = readFileSync(path.join(world.dataDir, 'keys/release-manager.token'), 'utf8').trim();
  const answer = await fetch(`${api}${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const said = (await answer.json()) as T;
  if (!answer.ok) throw new Error(JSON.stringify(said));
  return said;
}

/** An act is answered once it is written down; new loads get it a moment later. */
async function untilServed(program: Program, act: Promise<{ number: number }>): Promise<void> {
  const { number } = await act;
  while ((await servedBy(program)).number < number);
}

const serve = (program: Program, build: string) =>
  ask<{ number: number }>(program, '/api/promote', { builds: [{ name: 'mf-wizard', build, evenIfBad: true }] });
const back = (program: Program) =>
  ask<{ number: number }>(program, '/api/rollback', { remote: 'mf-wizard', reason: 'r' });

const servedBy = async ({ site }: Program): Promise<Snapshot> => {
  const signed = (await (await fetch(`${site}/releases/snapshot`)).json()) as SignedSnapshot;
  return JSON.parse(signed.payload) as Snapshot;
};

/** What a program that has just started serves, once its books are found to agree with it. */
async function wholeState(program: Program): Promise<{ build: string; number: number }> {
  const [served, status, history, ledger] = [
    await servedBy(program),
    await ask<{ number: number; remotes: { name: string; buildId: string }[] }>(program, '/api/status'),
    await ask<{ number: number }[]>(program, '/api/history?limit=500'),
    await ask<{ ok: boolean; fault: unknown }>(program, '/api/ledger/verify'),
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
