import path from 'node:path';
import { parseArgs } from 'node:util';
import { environmentWithSecrets } from '@redress/secrets';
import { storageOf } from './storage.ts';
import type { ReleaseStorage } from '../src/release-core.ts';
import { ReleaseRefusal } from '../src/refusal.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');

const FLAGS = {
  channel: { type: 'string', default: 'production' },
  as: { type: 'string', default: 'release-manager' },
  to: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  at: { type: 'string' },
  groups: { type: 'string' },
  'second-person': { type: 'string' },
  person: { type: 'string' },
  email: { type: 'string' },
  webhook: { type: 'string' },
  name: { type: 'string' },
  who: { type: 'string' },
  what: { type: 'string' },
  since: { type: 'string' },
  remote: { type: 'string' },
  text: { type: 'string' },
  role: { type: 'string' },
  team: { type: 'string' },
  days: { type: 'string' },
  reason: { type: 'string' },
  head: { type: 'string' },
  limit: { type: 'string', default: '20' },
  before: { type: 'string' },
  seen: { type: 'string' },
  snapshot: { type: 'string' },
  'from-channel': { type: 'string' },
  url: { type: 'string' },
  dist: { type: 'string' },
  override: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  urgent: { type: 'boolean', default: false },
  hours: { type: 'string' },
  percent: { type: 'string' },
  'pull-request': { type: 'string' },
  staff: { type: 'boolean', default: false },
  country: { type: 'string' },
  group: { type: 'string' },
  within: { type: 'string' },
  'no-cohorts': { type: 'boolean', default: false },
  steps: { type: 'string' },
  every: { type: 'string' },
  promote: { type: 'boolean', default: false },
  finish: { type: 'boolean', default: false },
  apply: { type: 'boolean', default: false },
  once: { type: 'boolean', default: false },
  files: { type: 'boolean', default: false },
  maps: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const parse = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, options: FLAGS });
type Values = ReturnType<typeof parse>['values'];

/** What was typed, and where this machine keeps its data. */
export interface Options {
  command: string | undefined;
  names: readonly string[];
  values: Values;
  dataDir: string;
  /** `null`: the embedded one. */
  databaseUrl: string | null;
  storage: ReleaseStorage;
  /** The shell and the remotes stand in it, each with its `dist`. */
  buildsFolder: string;
  /** @throws {ReleaseRefusal} `REQUEST_INVALID` */
  wholeNumber(
    name: 'pull-request' | 'hours' | 'from' | 'to' | 'limit' | 'before' | 'seen' | 'snapshot' | 'days',
  ): number | undefined;
  /** Whether an option that has a default was typed. */
  isGiven(name: 'channel'): boolean;
  /** The one remote the command names. @throws {ReleaseRefusal} `REQUEST_INVALID` */
  remote(): string;
  /** @throws {ReleaseRefusal} `REASON_MISSING` */
  reason(what: string): string;
}

/** @throws {ReleaseRefusal} `REQUEST_INVALID` for an option there is not */
export function readOptions(args: readonly string[], given: NodeJS.ProcessEnv): Options {
  const environment = withSecrets(given);
  const { values, positionals } = parsed(args);
  const [command, ...names] = positionals;
  const dataDir = path.resolve(REPOSITORY, environment.DATA_DIR ?? '.data');
  return {
    command,
    names,
    values,
    dataDir,
    databaseUrl: environment.DATABASE_URL ?? null,
    storage: storageOf(environment, dataDir),
    buildsFolder: path.resolve(REPOSITORY, environment.BUILDS_FROM ?? '.'),
    wholeNumber(name) {
      const text = values[name];
      if (text === undefined) return undefined;
      if (!/^\d+$/.test(text)) throw new ReleaseRefusal('REQUEST_INVALID', `--${name} is a whole number.`);
      return Number(text);
    },
    isGiven: (name) => args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
    remote() {
      const [name, another] = names;
      if (name !== undefined && another === undefined) return name;
      throw new ReleaseRefusal('REQUEST_INVALID', 'Name one remote, such as mf-wizard.');
    },
    reason(what) {
      if (values.reason) return values.reason;
      throw new ReleaseRefusal('REASON_MISSING', `${what} needs a reason.`);
    },
  };
}

function withSecrets(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  try {
    return environmentWithSecrets(environment);
  } catch (error) {
    throw new ReleaseRefusal('REQUEST_INVALID', `SECRETS_DIR: ${(error as Error).message}`);
  }
}

function parsed(args: readonly string[]) {
  try {
    return parse(args);
  } catch (error) {
    throw new ReleaseRefusal('REQUEST_INVALID', (error as Error).message);
  }
}
