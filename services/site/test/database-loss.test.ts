import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, socketUrl, type Database } from '@redress/database';
import { startTraceReceiver, type TraceReceiver } from '@redress/telemetry/testing';
import { leasePorts, type PortLease } from '@redress/testing/ports';
import { originOf, startProgram, type Program } from './running-program.ts';

/** The program while its embedded database loses connections, ends, or hangs. */
let home: string;
let program: Program;
let origin: string;
let admin: Database;
let ports: PortLease;
let receiver: TraceReceiver;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'redress-loss-'));
  chmodSync(home, 0o755);
  ports = await leasePorts(20);
  receiver = await startTraceReceiver();
  program = startProgram({
    DATA_DIR: path.join(home, 'data'),
    ROLES: 'claims,worker,sandbox',
    PORT: String(ports.first),
    LOG_LEVEL: 'error',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    TRACES_RATIO: '1',
  });
  origin = await originOf(program);
  admin = await openDatabase({ url: socketUrl(postmaster().socketDir, 'redress'), name: 'administrator' });
});
afterAll(async () => {
  await admin.close();
  await program.end('SIGTERM');
  await receiver.stop();
  await ports.release();
  rmSync(home, { recursive: true, force: true });
});

function postmaster(): { pid: number; socketDir: string } {
  const lines = readFileSync(path.join(home, 'data/pg/postmaster.pid'), 'utf8').split('\n');
  return { pid: Number(lines[0]), socketDir: String(lines[4]) };
}

/** @returns whether the process was there: a connection may end at any moment */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** A call that writes. */
const call = async () => {
  const response = await fetch(`${origin}/api/sessions/create_form_session.php`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), answer: await response.json() };
};
const ready = async () => {
  const response = await fetch(`${origin}/readyz`);
  return { status: response.status, text: await response.text() };
};

/** Asks again and again; a test that waits for ever ends by Jest's limit. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(50);
}

const backends = async (): Promise<number[]> => {
  const { rows } = await admin.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => pid);
};

it('continues when every connection is ended, ten times while calls are served', async () => {
  for (let round = 0; round < 10; round += 1) {
    const calls = Array.from({ length: 8 }, call);
    for (const pid of await backends()) await admin.pool.query('select pg_terminate_backend($1)', [pid]);
    for (const { status } of await Promise.all(calls)) expect([200, 503]).toContain(status);
  }
  await until(async () => (await call()).status === 200);
  expect(program.child.exitCode).toBeNull();
});

it('sends its spans to the receiver that it is given, and goes on when that hangs', async () => {
  await until(async () => (await call()).status === 200);
  await receiver.until('POST /api/sessions/create_form_session.php');
  const [span] = receiver.spans.filter(({ name }) => name.endsWith('create_form_session.php'));
  expect(span).toMatchObject({ service: 'redress', kind: 2, attributes: { 'http.request.method': 'POST' } });
  receiver.answerWith(null);
  expect((await call()).status).toBe(200);
});

it('starts a killed database again, and says meanwhile that it is away', async () => {
  // A server that cannot read this file does not start: it is away for as long as the test looks.
  const control = path.join(home, 'data/pg/global/pg_control');
  chmodSync(control, 0);
  try {
    process.kill(postmaster().pid, 'SIGKILL');
    await until(async () => (await ready()).status === 503);
    const { status, retryAfter } = await call();
    expect([status, retryAfter]).toEqual([503, '2']);
  } finally {
    chmodSync(control, 0o600);
  }
  await until(async () => (await ready()).status === 200);
  expect((await call()).status).toBe(200);
  expect(program.child.exitCode).toBeNull();
});

it('answers 503 while the database hangs, and works when it continues', async () => {
  await until(async () => (await call()).status === 200);
  const stopped: number[] = [];
  const stopAll = (pids: readonly number[]) => {
    for (const pid of pids) if (signal(pid, 'SIGSTOP')) stopped.push(pid);
  };
  try {
    // The connection of the administrator is open; then no further one is, and those that are there can be counted.
    await backends();
    stopAll([postmaster().pid]);
    stopAll(await backends());
    const answers = await Promise.all(Array.from({ length: 30 }, call));
    for (const answer of answers) {
      // 1 s from the admission of calls, 2 s from the database: whichever refused first.
      expect(answer).toMatchObject({
        status: 503,
        retryAfter: expect.stringMatching(/^[12]$/),
        answer: { success: false, code: 'OVERLOADED' },
      });
    }
    const { status, text } = await ready();
    expect(status).toBe(503);
    expect(text).toMatch(/database/);
  } finally {
    // A server that stays stopped cannot be ended by SIGTERM and outlives the test.
    for (const pid of stopped) signal(pid, 'SIGCONT');
  }
  await until(async () => (await ready()).status === 200);
  expect((await call()).status).toBe(200);
});
