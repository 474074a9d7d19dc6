import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { startProgram } from '../support/program.ts';

test('a program that is not ready in time is ended', async () => {
  // A database that takes connections and never answers.
  const open = new Set<Socket>();
  const silent = createServer((socket) => void open.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  try {
    const problem = await startProgram(
      { DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` },
      { limitMs: 1_000 },
    ).catch(String);
    const [, pid] = /Readiness of process (\d+).*not within/s.exec(String(problem)) ?? [];
    expect(pid, String(problem)).toBeDefined();
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
  } finally {
    for (const socket of open) socket.destroy();
    silent.close();
  }
});
