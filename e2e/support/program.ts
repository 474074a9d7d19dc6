import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leasePorts } from '@redress/test-ports';
import { recordLoopDelay } from './loop-delay.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
export const METRICS_TOKEN = 'figures-of-a-test-run';
const START_LIMIT_MS = 120_000;
/** The program takes the first port; the release console and the sandbox servers take those behind it. */
const PORTS = 20;

export interface World {
  mailbox: string;
  stripe: string;
  lob: string;
  places: string;
  oidc: string;
  control: string;
}

export interface Program {
  /** Where it listens. */
  url: string;
  /** Where its pages say they come from: `SITE_ORIGIN` when one is given, else `url`. */
  origin: string;
  dataDir: string;
  world: World;
  /** Environment a CLI needs to speak to this program. */
  env: NodeJS.ProcessEnv;
  /** Like a power cut: no signal is sent and nothing is finished. */
  kill(): Promise<void>;
  /** What it has printed since it was last started: its log. */
  output(): string;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`The program ended before it was ready:\n${output()}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The program was not ready in time:\n${output()}`);
}

/** The whole product in one process, as `npm start` runs it, on data of its own. */
export async function startProgram(extra: NodeJS.ProcessEnv = {}): Promise<Program> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redress-e2e-'));
  const ports = await leasePorts(PORTS);
  const url = `http://localhost:${ports.first}`;
  const env = {
    ...process.env,
    PORT: String(ports.first),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    METRICS_TOKEN,
    ...extra,
  };
  let child: ChildProcess | undefined;
  let printed = '';

  const start = async () => {
    printed = '';
    child = spawn(process.execPath, [path.join(REPOSITORY, 'services/site/src/main.ts')], { cwd: REPOSITORY, env });
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await untilReady(url, child, () => printed);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };

  await start();
  const world = (await (await fetch(`${url}/sandbox.json`)).json()) as World;
  return {
    url,
    origin: extra['SITE_ORIGIN'] ?? url,
    dataDir,
    world,
    env,
    output: () => printed,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await recordLoopDelay(url, METRICS_TOKEN);
      await end('SIGTERM');
      await ports.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
