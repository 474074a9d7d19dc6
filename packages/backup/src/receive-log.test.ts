import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, processIdentity } from '@redress/database';
import { endFormerReceiver } from './receive-log.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-receiver-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const record = () => path.join(folder, 'receiver.json');

it('ends the receiver that an archive left when it was killed', async () => {
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const identity = processIdentity(left.pid!)!;
  writeFileSync(record(), JSON.stringify(identity));
  const ended = once(left, 'exit');
  await endFormerReceiver(record());
  await ended;
  expect(isRunning(identity)).toBe(false);
});

it('goes on after a disk that was full when the receiver was written down', async () => {
  writeFileSync(record(), '');
  await expect(endFormerReceiver(record())).resolves.toBeUndefined();
});

it('leaves a process alone that has got the number of one that ended', async () => {
  writeFileSync(record(), JSON.stringify({ pid: process.pid, startedAt: 'before' }));
  await endFormerReceiver(record());
  rmSync(record());
  await endFormerReceiver(record());
});
