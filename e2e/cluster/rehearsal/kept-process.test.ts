import { existsSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processIdentity } from '@redress/database';
import { keepProcess, type KeptProcess, type ProcessChange } from './kept-process.ts';
import { askCluster, listenForActs } from './control.ts';

let folder: string;
let kept: KeptProcess | null = null;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-cluster-'))));
afterEach(async () => {
  await kept?.stop();
  kept = null;
  rmSync(folder, { recursive: true, force: true });
});

const log = () => path.join(folder, 'log');
const START = "console.log('start', process.env.CHANGED ?? '', process.pid); setInterval(() => {}, 1000);";
/** @param said - what happens to it */
const keep = (script: string, said: string[]) =>
  keepProcess(
    { name: 'one', command: process.execPath, args: ['-e', script], environment: {}, cwd: folder, logFile: log() },
    (line) => said.push(line),
  );
const starts = () =>
  readFileSync(log(), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('start')).length;
/** Looked at with each change of the log. */
const until = (check: () => boolean) =>
  new Promise<void>((resolve) => {
    const watcher = watch(folder, () => look());
    const look = () => {
      if (!existsSync(log()) || !check()) return;
      watcher.close();
      resolve();
    };
    look();
  });

it('starts a process again that ended by itself, and says so', async () => {
  const said: string[] = [];
  kept = keep(START, said);
  await until(() => starts() === 1);
  kept.signal('SIGKILL');
  await until(() => starts() === 2);
  expect(said[0]).toMatch(/^one ended \(SIGKILL\); it is started again in 2 s/);
  expect(kept.restarts()).toBe(1);
});

it('leaves a process ended that was asked to end', async () => {
  const said: string[] = [];
  kept = keep(START, said);
  await until(() => starts() === 1);
  await kept.stop();
  expect(kept.pid()).toBeNull();
  expect(said).toEqual([]);
});

it('ends a process in order before it starts it again', async () => {
  const said: string[] = [];
  kept = keep(`process.on('SIGTERM', () => { console.log('ended'); process.exit(0); }); ${START}`, said);
  await until(() => starts() === 1);
  await kept.restart();
  await until(() => starts() === 2);
  expect(readFileSync(log(), 'utf8')).toMatch(/start +\d+\nended\nstart/);
});

it('starts one process when two people restart it at once, and keeps what the first changed', async () => {
  kept = keep(START, []);
  await until(() => starts() === 1);
  const one = kept;
  const pids: (number | null)[] = [];
  const restart = (change?: ProcessChange) => one.restart(change).then(() => pids.push(one.pid()));
  await Promise.all([restart({ environment: { CHANGED: 'changed' } }), restart()]);
  expect(new Set(pids).size).toBe(2);
  expect(processIdentity(pids[0] as number)).toBeNull();
  await until(() => readFileSync(log(), 'utf8').includes(`start changed ${pids[1]}`));
});

it('leaves a process away that was lost, and starts it when asked', async () => {
  const said: string[] = [];
  kept = keep(START, said);
  await until(() => starts() === 1);
  await kept.end();
  expect(kept.pid()).toBeNull();
  await kept.restart();
  await until(() => starts() === 2);
  expect(said).toEqual([]);
});

it('does what it is asked by its socket, and refuses what it does not know', async () => {
  const socket = path.join(folder, 'control.sock');
  const ask = async (...words: string[]) => {
    const said: string[] = [];
    return { done: await askCluster(socket, words, (line) => said.push(line)), said };
  };
  expect(await ask('status')).toEqual({ done: null, said: [] });
  const server = await listenForActs(socket, {
    greet: ([name], say) => Promise.resolve(say(`Hello ${name}`)),
    fail: () => Promise.reject(new Error('not today')),
  });
  expect(await ask('greet', 'site-1')).toEqual({ done: true, said: ['Hello site-1'] });
  expect(await ask('fail')).toEqual({ done: false, said: ['failed: not today'] });
  expect(await ask('format-disk')).toEqual({
    done: false,
    said: ['failed: There is no act format-disk. There are: greet, fail'],
  });
  await new Promise((resolve) => server.close(resolve));
  expect(await ask('greet')).toMatchObject({ done: null });
});
