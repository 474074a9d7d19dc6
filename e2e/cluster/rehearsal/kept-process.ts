import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readUnit } from './deploy.ts';
import { forgetProcess, recordProcess } from './leftovers.ts';

export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  environment: Record<string, string>;
  cwd: string;
  logFile: string;
  /** The account it runs as; this program's own when absent. */
  account?: { uid?: number; gid?: number };
  /** Signal of an orderly end; the unit's KillSignal by default. */
  stopSignal?: NodeJS.Signals;
  /** Where its process is written down, for a start after this program was killed. */
  recordFile?: string;
}

/** What a restart may change, for all starts after it. */
export type ProcessChange = Partial<Pick<ProcessSpec, 'cwd' | 'environment'>>;

/** A process that is started again when it ends by itself. */
export interface KeptProcess {
  name: string;
  pid(): number | null;
  /** How often it ended without being asked. */
  restarts(): number;
  /** Ends it in order and, when it does not end, with force. It is not started again. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL. It is not started again. */
  end(): Promise<void>;
  /** Ends it in order and starts it again; starts it where it was stopped. */
  restart(change?: ProcessChange): Promise<void>;
  signal(signal: NodeJS.Signals): void;
}

export function keepProcess(given: ProcessSpec, say: (line: string) => void): KeptProcess {
  const { restartMs, stopMs, stopSignal: unitSignal } = readUnit();
  let spec = given;
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  let isStopping = false;
  let restarts = 0;
  let timer: NodeJS.Timeout | undefined;

  const start = () => {
    const log = openSync(spec.logFile, 'a');
    const started = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...spec.environment },
      stdio: ['ignore', log, log],
      // Ctrl-C reaches the whole group of the terminal: members end in the order of this program, not all at once.
      detached: true,
      ...spec.account,
    });
    closeSync(log);
    child = started;
    if (spec.recordFile && started.pid !== undefined) recordProcess(spec.recordFile, started.pid, spec.stopSignal);
    ended = new Promise((resolve) => {
      const over = (why: string) => {
        child = null;
        if (spec.recordFile) forgetProcess(spec.recordFile);
        resolve();
        if (isStopping) return;
        restarts += 1;
        say(`${spec.name} ended (${why}); it is started again in ${restartMs / 1000} s. Log: ${spec.logFile}`);
        timer = setTimeout(start, restartMs);
      };
      started.once('error', ({ message }) => over(message));
      started.once('exit', (code, signal) => over(signal ?? `exit code ${code}`));
    });
  };
  const stop = async (first: NodeJS.Signals) => {
    isStopping = true;
    clearTimeout(timer);
    const running = child;
    if (!running) return;
    running.kill(first);
    // One that was paused takes the signal when it goes on.
    running.kill('SIGCONT');
    const force = setTimeout(() => running.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(force);
  };
  // Two people may ask at once: two restarts side by side would start two processes, one of them unknown.
  let last: Promise<void> = Promise.resolve();
  const inTurn = (act: () => Promise<void>) => (last = last.then(act, act));
  const stopSignal = given.stopSignal ?? unitSignal;
  start();
  return {
    name: spec.name,
    pid: () => child?.pid ?? null,
    restarts: () => restarts,
    stop: () => inTurn(() => stop(stopSignal)),
    end: () => inTurn(() => stop('SIGKILL')),
    restart: (change = {}) =>
      inTurn(async () => {
        await stop(stopSignal);
        isStopping = false;
        spec = { ...spec, ...change };
        start();
      }),
    signal: (signal) => void child?.kill(signal),
  };
}
