/**
 * `npm run cluster:restarts`, beside a running cluster: 50 requests a second go through nginx while each process is restarted
 * in order, and then while each is killed. Says how many requests failed. Ends with 1 when a restart in order cost one, or a
 * kill more than one of 350.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askCluster } from '../src/control.ts';

const PER_SECOND = 50;
const KILL_ALLOWANCE = 350;
const SETTLE_MS = 2_000;
/** A certificate that signs itself is trusted by a process that is told so at its start. */
const TRUSTED = 'NODE_EXTRA_CA_CERTS';

const repository = path.resolve(import.meta.dirname, '../../..');
const folder = path.resolve(repository, process.env['CLUSTER_DIR'] ?? '.cluster');
const origin = `https://localhost:${Number(process.env['CLUSTER_PORT'] ?? 8500)}`;
const ROUTES = [
  '/',
  '/login',
  '/api/sessions/form_session',
  '/releases/snapshot?channel=production',
  '/releases/freshness?channel=production',
];
const MEMBERS = ['site-1', 'site-2', 'claims-1', 'claims-2', 'worker-1', 'worker-2', 'releases-1', 'releases-2'];

const tally = { sent: 0, failed: [] as string[] };
let isOver = false;

async function request(route: string): Promise<void> {
  tally.sent += 1;
  try {
    const answer = await fetch(`${origin}${route}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    if (!answer.ok) tally.failed.push(`${route} ${answer.status}`);
  } catch (error) {
    const { message, cause } = error as Error;
    tally.failed.push(`${route} ${cause instanceof Error ? cause.message : message}`);
  }
}

async function send(): Promise<void> {
  const pending: Promise<void>[] = [];
  for (let count = 0; !isOver; count += 1) {
    pending.push(request(ROUTES[count % ROUTES.length] as string));
    await wait(1_000 / PER_SECOND);
  }
  await Promise.all(pending);
}

async function round(act: 'restart' | 'kill'): Promise<{ sent: number; failed: string[] }> {
  Object.assign(tally, { sent: 0, failed: [] });
  isOver = false;
  const sending = send();
  for (const member of MEMBERS) {
    if (!(await askCluster(path.join(folder, 'control.sock'), [act, member], () => {})))
      throw new Error(`${act} ${member} failed`);
    await untilAllReady();
    await wait(SETTLE_MS);
  }
  isOver = true;
  await sending;
  return { sent: tally.sent, failed: tally.failed };
}

async function untilAllReady(): Promise<void> {
  for (;;) {
    const lines: string[] = [];
    await askCluster(path.join(folder, 'control.sock'), ['status'], (line) => lines.push(line));
    if (lines.length > 1 && lines.every((line) => !line.includes('not ready'))) return;
    await wait(200);
  }
}

const certificate = path.join(folder, 'tls', 'certificate.pem');
if (process.env[TRUSTED] !== certificate) {
  const again = execFile(process.execPath, process.argv.slice(1), {
    env: { ...process.env, [TRUSTED]: certificate },
  });
  again.stdout?.pipe(process.stdout);
  again.stderr?.pipe(process.stderr);
  again.once('exit', (code) => (process.exitCode = code ?? 1));
} else {
  for (const act of ['restart', 'kill'] as const) {
    const { sent, failed } = await round(act);
    process.stdout.write(`${act} of each process: ${failed.length} of ${sent} requests failed\n`);
    for (const line of failed.slice(0, 10)) process.stdout.write(`  ${line}\n`);
    const allowed = act === 'restart' ? 0 : Math.floor(sent / KILL_ALLOWANCE);
    if (failed.length > allowed) process.exitCode = 1;
  }
}
