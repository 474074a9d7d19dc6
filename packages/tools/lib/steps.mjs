import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './repository.mjs';

const isTerminal = process.stdout.isTTY === true && process.env.CI === undefined;

/** A step that failed: what was attempted, where its output is, what to do. Shown as it is, without a stack. */
export class StepFailed extends Error {
  /**
   * @param {string} message
   * @param {{ log?: string | null, advice?: string | null }} [more]
   */
  constructor(message, { log = null, advice = null } = {}) {
    super(message);
    this.log = log;
    this.advice = advice;
  }
}

/** Steps of this process that ended, in order. @type {{ name: string, seconds: number }[]} */
export const endedSteps = [];

/** Says what is going on, calmly: one line a step, with the seconds it took. */
export async function step(title, work) {
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  const show = (text) => process.stdout.write(isTerminal ? `\r\x1b[K${text}` : `${text}\n`);
  show(`${title} …`);
  const timer = isTerminal
    ? setInterval(() => show(`${title} … ${Math.round((Date.now() - started) / 1000)} s`), 1000)
    : // Some CI systems end a job that prints nothing for minutes.
      setInterval(() => show(`${title} … still running (${Math.round((Date.now() - started) / 1000)} s)`), 60_000);
  try {
    const result = await work();
    show(`${title}: done in ${seconds()} s${isTerminal ? '\n' : ''}`);
    return result;
  } catch (error) {
    show(`${title}: failed after ${seconds()} s${isTerminal ? '\n' : ''}`);
    throw error;
  } finally {
    clearInterval(timer);
    endedSteps.push({ name: title, seconds: Number(seconds()) });
  }
}

export const logFile = (name) => {
  mkdirSync(inRoot('.cache/logs'), { recursive: true });
  return inRoot('.cache/logs', `${name}.log`);
};

/** The end of a log, enough to see the reason. */
export function tail(file, lines = 40) {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  } catch {
    return '';
  }
}

const PARENT_LOOK_MS = 500;

/**
 * `npm` runs a shell that runs this: a signal to it ends those two and does not arrive here. So the end of the shell is one.
 * Only below npm: who starts a program in the background and closes the terminal means it to go on.
 */
export function endWithNpm({ parent = () => process.ppid, end = () => process.kill(process.pid, 'SIGTERM') } = {}) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const own = parent();
  const timer = setInterval(() => {
    if (parent() === own) return;
    clearInterval(timer);
    end();
  }, PARENT_LOOK_MS);
  timer.unref();
}

const running = new Set();
let isAsked = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    isAsked = true;
    for (const child of running) child.kill(name);
    if (running.size === 0) process.exit(130);
  });
}

/**
 * Runs a program with its output written to a file.
 * @returns its exit code
 */
export function runLogged(file, args, { log, cwd = inRoot(), env = process.env }) {
  const output = openSync(log, 'w');
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', output, output] });
  closeSync(output);
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      running.delete(child);
      // A child may take the signal for a reason to end well; what was asked to end begins no further step.
      if (isAsked || signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program in the foreground, with its own output. @returns its exit code */
export function runShown(file, args, { cwd = inRoot(), env = process.env } = {}) {
  return ended(spawn(file, args, { cwd, env, stdio: 'inherit' }), 'exit');
}

/** @returns {Promise<number>} exit code; what was asked to end begins no further step */
function ended(child, event) {
  running.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once(event, (code, signal) => {
      running.delete(child);
      if (isAsked) process.exit(signal ? 130 : (code ?? 1));
      resolve(signal ? 130 : (code ?? 1));
    });
  });
}

/** As `runShown`, and keeps what the program printed. */
export async function runShownAndRead(file, args, { cwd = inRoot(), env = process.env } = {}) {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  return { code: await ended(child, 'close'), output };
}

/** Ends the program with the reason a person can act on. */
export function explain(error) {
  if (!(error instanceof StepFailed)) {
    process.stderr.write(`\n${error?.stack ?? error}\n`);
  } else {
    if (error.log)
      process.stderr.write(`\n${tail(error.log)}\n\n(whole log: ${path.relative(process.cwd(), error.log)})\n`);
    process.stderr.write(`\n${error.message}${error.advice ? `: ${error.advice}` : ''}\n`);
  }
  process.exitCode = 1;
}
