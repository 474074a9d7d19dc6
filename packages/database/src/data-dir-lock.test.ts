import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lockDataDir, lockDataDirAfterCommands, RESTORE_MARK } from './data-dir-lock.ts';
import { processStart } from './process-identity.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-lock-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => path.join(folder, 'program.lock');

it('refuses a folder that a running program holds, and names the program', () => {
  const lock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(`process ${process.pid}`);
  lock.release();
  lockDataDir(folder).release();
});

it('takes over the lock of a program that has died', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  writeFileSync(lockFile(), JSON.stringify({ pid: child.pid, startedAt: '1' }));
  lockDataDir(folder).release();
  expect(existsSync(lockFile())).toBe(false);
});

it('takes over a lock whose process id belongs to another process now', () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: process.ppid, startedAt: 'some other time' }));
  lockDataDir(folder).release();
});

it('does not take a lock whose process is alive, whichever program wrote it', () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: process.ppid, startedAt: processStart(process.ppid) }));
  expect(() => lockDataDir(folder)).toThrow(expect.objectContaining({ code: 'DATA_DIR_IN_USE' }));
  expect(existsSync(lockFile())).toBe(true);
});

it('takes over half a lock, left by a full disk', () => {
  writeFileSync(lockFile(), '{"pid":');
  lockDataDir(folder).release();
});

it('says what to do about a folder it cannot write to', () => {
  writeFileSync(path.join(folder, 'file'), '');
  expect(() => lockDataDir(path.join(folder, 'file/below'))).toThrow(/set DATA_DIR to another folder/);
});

it('lets no program begin on half a restore, and lets the restore go on', () => {
  writeFileSync(path.join(folder, RESTORE_MARK), '{}');
  expect(() => lockDataDir(folder)).toThrow(expect.objectContaining({ code: 'DATA_DIR_HALF_RESTORED' }));
  lockDataDir(folder, 'command').release();
});

/** A process that holds the folder until it is asked to end. */
async function heldBy(use?: 'command') {
  const child = spawn('cat');
  await once(child, 'spawn');
  writeFileSync(lockFile(), JSON.stringify({ pid: child.pid, startedAt: processStart(child.pid!), use }));
  return child;
}

it('lets a program wait for a command that works on the folder', async () => {
  const command = await heldBy('command');
  const said: string[] = [];
  const locking = lockDataDirAfterCommands(folder, (line) => {
    said.push(line);
    command.kill();
  });
  (await locking).release();
  expect(said).toEqual([expect.stringContaining(`process ${command.pid}`)]);
});

it('refuses a second program at once', async () => {
  const program = await heldBy();
  await expect(lockDataDirAfterCommands(folder, () => {})).rejects.toMatchObject({ code: 'DATA_DIR_IN_USE' });
  program.kill();
});
