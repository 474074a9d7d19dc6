import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, processIdentity } from '@redress/database';
import { endFormerReceiver, isCutBy, receiverFailure } from './receive-log.ts';

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

it('knows that the log is gone, though the receiver says last that it is disconnected alone', () => {
  // As PostgreSQL 15 says it.
  const said = `pg_receivewal: starting log streaming at 0/3000000 (timeline 1)
pg_receivewal: error: unexpected termination of replication stream: ERROR:  requested WAL segment 000000010000000000000003 has already been removed
pg_receivewal: error: disconnected
`;
  const { message } = receiverFailure(said, '/wal');
  expect(message).toContain('000000010000000000000003 has already been removed');
  expect(isCutBy(message)).toBe(true);
  expect(isCutBy(receiverFailure('pg_receivewal: error: disconnected', '/wal').message)).toBe(false);
});
