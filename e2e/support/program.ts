import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { leasePorts } from '@redress/testing/ports';
import { bringCompressed, keepCompressed } from './compressed-builds.ts';
import { recordLoopDelay } from './loop-delay.ts';
import { until } from './until.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
export const METRICS_TOKEN = 'figures-of-a-test-run';
/** Of a start that is stuck: beside busy loops one takes longer than a minute. */
export const START_LIMIT_MS = 120_000;
/** A program that does not end by itself in this time is ended. */
const END_LIMIT_MS = 20_000;
/** Of a fixture that starts a program. A fixture that gave up before its start does would leave the program running. */
export const FIXTURE_LIMIT_MS = START_LIMIT_MS + END_LIMIT_MS + 10_000;
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
  /** What its command line is told besides: none where it finds the program by the environment. */
  cliArgs: readonly string[];
  /** Of the release console and API. */
  consoleUrl(): string;
  /** What a key or token file of this program holds: `release-manager.token`. */
  keyFile(name: string): string;
  /** Ends the program with SIGKILL: no shutdown handler runs. */
  kill(): Promise<void>;
  /** What it has printed since it was last started: its log. */
  output(): string;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** @param check - answers well once the program is ready */
export async function untilReady(
  check: string,
  child: ChildProcess,
  limitMs: number,
  output: () => string,
): Promise<void> {
  const isReady = async () => hasEnded(child) || (await fetch(check)).ok;
  await until(() => `Readiness of process ${child.pid} at ${check} (output: ${output() || 'none'})`, isReady, {
    limitMs,
  });
  if (hasEnded(child)) throw new Error(`The program ended before ${check} was ready:\n${output()}`);
}

/** A bench that fails or is ended leaves no program running. The runner of tests ends well by itself and listens for signals. */
export function endWithThis(running: () => ChildProcess | undefined): () => void {
  const end = () => void running()?.kill('SIGTERM');
  process.once('exit', end);
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    if (process.listenerCount(name) === 0) process.once(name, () => process.exit(130));
  return () => void process.off('exit', end);
}

/**
 * The whole product in one process, as `npm start` runs it, with a separate DATA_DIR.
 * @throws when it is not ready in time; then nothing of it is left
 */
export async function startProgram(
  extra: NodeJS.ProcessEnv = {},
  { limitMs = START_LIMIT_MS }: { limitMs?: number } = {},
): Promise<Program> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'redress-e2e-'));
  const ports = await leasePorts(PORTS);
  const url = `http://localhost:${ports.first}`;
  const env = {
    ...process.env,
    // Kept between the many starts of the program and its command line, each of which would compile the same modules
    // again: a start takes a third less processor time.
    NODE_COMPILE_CACHE: path.join(REPOSITORY, '.cache/compiled'),
    PORT: String(ports.first),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    METRICS_TOKEN,
    // Receivers of notices that a test starts.
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
    ...extra,
  };
  let child: ChildProcess | undefined;
  let printed = '';
  const forget = endWithThis(() => child);

  const start = async () => {
    printed = '';
    child = spawn(process.execPath, [path.join(REPOSITORY, 'services/site/src/main.ts')], { cwd: REPOSITORY, env });
    child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await untilReady(`${url}/readyz`, child, limitMs, () => printed);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || hasEnded(child)) return;
    const running = child;
    const gone = once(running, 'exit');
    running.kill(signal);
    const late = setTimeout(() => running.kill('SIGKILL'), END_LIMIT_MS);
    await gone;
    clearTimeout(late);
  };
  const cleanUp = async () => {
    await end('SIGTERM');
    forget();
    await ports.release();
    await rm(dataDir, { recursive: true, force: true });
  };

  let world: World;
  try {
    await bringCompressed(dataDir);
    await start();
    // Told something else it may publish other builds, or keep them elsewhere.
    if (Object.keys(extra).length === 0) await keepCompressed(dataDir);
    world = (await (await fetch(`${url}/sandbox.json`)).json()) as World;
  } catch (error) {
    await cleanUp();
    throw error;
  }
  return {
    url,
    origin: extra['SITE_ORIGIN'] ?? url,
    dataDir,
    world,
    env,
    cliArgs: [],
    consoleUrl: () =>
      (JSON.parse(readFileSync(path.join(dataDir, 'run/releases.json'), 'utf8')) as { url: string }).url,
    keyFile: (name) => readFileSync(path.join(dataDir, 'keys', name), 'utf8').trim(),
    output: () => printed,
    start,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await recordLoopDelay(url, METRICS_TOKEN);
      await cleanUp();
    },
  };
}
