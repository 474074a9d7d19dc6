import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');

/** What one drill found. Sentences; figures with their units. */
export interface Findings {
  /** What the person sees. */
  sees: string;
  /** What the books hold: database rows and what the person reads back. */
  books: string;
  /** What went out: charges, letters, mails. */
  out: string;
}

/** Kills of one batch. Times in milliseconds. */
export interface Kill {
  act: string;
  victim: 'program' | 'database';
  /** After the act began. */
  atMs: number;
  /** Whether the act had been answered with success before the kill. */
  acknowledged: boolean;
  /** From the start of the program (or the end of its database) to a save that is answered with success. */
  healthyMs: number;
}

export interface Result extends Partial<Findings> {
  group: string;
  name: string;
  hypothesis: string;
  ok: boolean;
  /** Why it failed. */
  failure?: string;
  seconds: number;
  at: string;
  /** The newest commit of `main` under the sources that were drilled. */
  base: string;
  /** Processes that wanted a core, the mean of one minute. */
  load: number;
  kills?: Kill[];
}

const git = (...words: string[]) => spawnSync('git', words, { cwd: REPOSITORY, encoding: 'utf8' }).stdout.trim();

/** Results count for one state of the sources; a changed tree is a state of its own. */
export const revision = (): string =>
  `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '--', '.', ':!docs') ? '+changes' : ''}`;

const folder = () => path.join(REPOSITORY, '.cache/drill', process.env['DRILL_REVISION'] ?? revision());
const fileOf = (name: string) => path.join(folder(), `${name.replace(/[^a-z0-9]+/giu, '-')}.json`);

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Result;

export const isPassed = (name: string): boolean => existsSync(fileOf(name)) && read(fileOf(name)).ok;

/** Written as a whole or not at all: the drill itself may be killed. */
export function keep(result: Omit<Result, 'at' | 'base' | 'load'>): void {
  mkdirSync(folder(), { recursive: true });
  const file = fileOf(result.name);
  const whole = {
    ...result,
    at: new Date().toISOString(),
    base: git('merge-base', 'HEAD', 'main').slice(0, 12),
    load: Math.round(loadavg()[0]! * 10) / 10,
  };
  writeFileSync(`${file}.new`, JSON.stringify(whole));
  renameSync(`${file}.new`, file);
}

export const results = (): Result[] =>
  existsSync(folder())
    ? readdirSync(folder())
        .filter((name) => name.endsWith('.json'))
        .map((name) => read(path.join(folder(), name)))
    : [];
