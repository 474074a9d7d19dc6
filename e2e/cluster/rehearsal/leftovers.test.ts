import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { processIdentity } from '@redress/database';
import { endLeftovers, forgetProcess, recordProcess } from './leftovers.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-leftovers-'))));
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const recordOf = (name: string) => path.join(folder, `${name}.json`);
/** A process that says when it listens to signals. */
async function left(name: string, script: string, stopSignal?: NodeJS.Signals): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', `${script}; console.log('up'); setInterval(() => {}, 1000);`]);
  children.push(child);
  await once(child.stdout, 'data');
  recordProcess(recordOf(name), child.pid as number, stopSignal);
  return child;
}
const end = (limits?: { stopMs: number; killMs: number }) => {
  const said: string[] = [];
  return endLeftovers(folder, (line) => said.push(line), limits).then((remaining) => ({ remaining, said }));
};

it('ends what a killed cluster left, in order, and names it', async () => {
  const child = await left('postgres-1', "process.on('SIGINT', () => process.exit(7))", 'SIGINT');
  const gone = once(child, 'exit');
  const { remaining, said } = await end();
  expect((await gone)[0]).toBe(7);
  expect(remaining).toEqual([]);
  expect(said).toEqual([expect.stringContaining(`postgres-1 (process ${child.pid})`)]);
  expect(readdirSync(folder)).toEqual([]);
});

it('ends by force what does not end in order', async () => {
  const child = await left('site-1', "process.on('SIGTERM', () => {})");
  const gone = once(child, 'exit');
  expect(await end({ stopMs: 50, killMs: 5_000 })).toMatchObject({ remaining: [] });
  expect((await gone)[1]).toBe('SIGKILL');
});

it('leaves a process alone that has got the id of one that ended', async () => {
  const child = await left('site-1', '');
  const record = { ...(JSON.parse(readFileSync(recordOf('site-1'), 'utf8')) as object), startedAt: 'another time' };
  writeFileSync(recordOf('site-1'), JSON.stringify(record));
  expect(await end()).toEqual({ remaining: [], said: [] });
  expect(processIdentity(child.pid as number)).not.toBeNull();
});

it('has nothing to end after a stop in order', async () => {
  await left('site-1', '');
  forgetProcess(recordOf('site-1'));
  expect(await end()).toEqual({ remaining: [], said: [] });
});
