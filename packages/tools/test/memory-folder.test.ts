import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openMemoryFolder } from '../lib/memory-folder.mjs';

let parent: string;
beforeEach(() => (parent = mkdtempSync(path.join(tmpdir(), 'redress-memory-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const GB = 1e9;
const enough = { isTmpfs: true, freeBytes: 6 * GB, memoryBytes: 12 * GB };
const open = (room: Partial<typeof enough> = {}) => openMemoryFolder({ parent, room: () => ({ ...enough, ...room }) });
const itOnLinux = process.platform === 'linux' ? it : it.skip;

itOnLinux('is a folder that PostgreSQL may enter as another account, and goes with all that is in it', () => {
  const opened = open();
  if (opened.folder === null) throw new Error(opened.reason);
  expect(readdirSync(parent)).toEqual([path.basename(opened.folder)]);
  expect(readdirSync(opened.folder)).toEqual([]);
  expect(statSync(opened.folder).mode & 0o777).toBe(0o711);
  // With the longest of the names that tests give their folders, the path of a socket stays within 107 characters.
  expect(path.basename(opened.folder).length).toBeLessThan(32);
  mkdirSync(path.join(opened.folder, 'redress-e2e-1/pg'), { recursive: true });
  opened.remove();
  expect(readdirSync(parent)).toEqual([]);
});

it.each([
  ['a file system on a disk', { isTmpfs: false }, 'is not in memory'],
  ['the 64 MB of a container', { freeBytes: 64e6 }, 'has 0.1 GB free'],
  ['memory that browsers and programs need', { memoryBytes: 7 * GB }, '7.0 GB of memory are free'],
])('is not opened in %s', (_, room, reason) => {
  expect(open(room)).toEqual({ folder: null, reason: expect.stringContaining(reason) });
  expect(readdirSync(parent)).toEqual([]);
});

itOnLinux('is opened for two runs only where both have room', () => {
  const room = (memoryBytes: number) => () => ({ isTmpfs: true, freeBytes: 8 * GB, memoryBytes });
  expect(openMemoryFolder({ runs: 2, parent, room: room(15 * GB) })).toMatchObject({
    reason: '15.0 GB of memory are free',
  });
  expect(openMemoryFolder({ runs: 2, parent, room: () => ({ ...enough, memoryBytes: 20 * GB }) })).toMatchObject({
    reason: expect.stringContaining('has 6.0 GB free'),
  });
  const opened = openMemoryFolder({ runs: 2, parent, room: room(16 * GB) });
  expect(opened).toMatchObject({ folder: expect.stringContaining(parent) });
  if (opened.folder !== null) opened.remove();
});

it('is not opened where there is no such file system', () => {
  rmSync(parent, { recursive: true });
  expect(open()).toEqual({ folder: null, reason: expect.stringContaining('ENOENT') });
});

itOnLinux('removes what a killed run left, with the servers in it, and nothing of a run that goes on', async () => {
  const other = open();
  if (other.folder === null) throw new Error(other.reason);
  const running = path.basename(other.folder);
  // The number of a process that runs, begun at another time: the number was given again.
  const dead = path.join(parent, `redress-${process.pid}-0`);
  const kept = ['org.chromium.Chromium.x', 'redress-test-postgres-0'];
  mkdirSync(path.join(dead, 'redress-test-postgres-0/pg'), { recursive: true });
  for (const name of kept) writeFileSync(path.join(parent, name), '');
  symlinkSync(tmpdir(), path.join(parent, 'redress-1-z'));
  const server = spawn('sleep', ['600'], { cwd: path.join(dead, 'redress-test-postgres-0/pg'), stdio: 'ignore' });
  await once(server, 'spawn');
  const ended = once(server, 'exit');
  // A server that is unknown to the run has a run of its own.
  const beside = spawn('sleep', ['600'], { cwd: other.folder, stdio: 'ignore' });
  await once(beside, 'spawn');

  expect(open({ freeBytes: 0 })).toMatchObject({ folder: null });

  expect(await ended).toEqual([null, 'SIGQUIT']);
  expect(readdirSync(parent).sort()).toEqual([...kept, running].sort());
  expect(existsSync(tmpdir())).toBe(true);
  expect(beside.exitCode ?? beside.signalCode).toBeNull();
  beside.kill('SIGKILL');
});
