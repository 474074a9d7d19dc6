import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SECRET_VARIABLES, type SecretVariable } from './secret-variables.ts';

/** A mounted folder may be on a file system that tells nobody of changes, so it is looked at. */
const LOOK_MS = 2_000;
const MAX_BYTES = 65_536;

export type Variables = Readonly<Record<string, string | undefined>>;

export interface SecretsFolder {
  /** Variables as they were at the start, with those of the folder in place of the environment's. */
  environment: Variables;
  /** The last good value of a variable. */
  value(name: SecretVariable): string;
  /** Names what is wrong with a file, never its content. Work goes on with the value before, so it is `ok`. */
  health(): { ok: true; detail?: string };
  look(): void;
  stop(): void;
}

export interface SecretsFolderOptions {
  environment: Variables;
  /** Names in the line itself: loggers leave out facts that are called secrets. */
  log: { info(line: string): void; warn(line: string): void };
  /** What a value must be, when this is not it; `null` for one that can be used. */
  refusalOf: (name: SecretVariable, value: string) => string | null;
}

interface Seen {
  values: Map<SecretVariable, string>;
  faults: Map<SecretVariable, string>;
}

/**
 * Follows the files of `SECRETS_DIR`. A change is taken when two looks in a row found the folder the same: a key and its
 * secret in two files, or a file that is being written, are never taken by half. Which variables are set is decided at the start.
 * @throws {Error} at the start, naming the first file that cannot be used
 */
export function openSecretsFolder({ environment, log, refusalOf }: SecretsFolderOptions): SecretsFolder {
  const folder = environment['SECRETS_DIR'];
  const first = folder ? seenIn(folder, new Set(namesIn(folder)), refusalOf) : { values: new Map(), faults: new Map() };
  for (const [name, fault] of first.faults) throw new Error(`${path.join(folder as string, name)} ${fault}.`);
  const start = { ...environment, ...Object.fromEntries(first.values) } as Variables;
  const values = new Map<SecretVariable, string>(
    SECRET_VARIABLES.filter((name) => start[name]?.trim()).map((name) => [name, (start[name] as string).trim()]),
  );
  const fromFiles = new Set<SecretVariable>(first.values.keys());
  let before = textOf(first);
  let faults = '';

  const look = () => {
    if (!folder) return;
    let seen: Seen;
    try {
      // What came from the environment moves to a file without a restart; what was not set at all waits for one.
      for (const name of namesIn(folder)) if (values.has(name)) fromFiles.add(name);
      seen = seenIn(folder, fromFiles, refusalOf);
    } catch (error) {
      const fault = `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
      seen = { values: new Map(), faults: new Map([...fromFiles].map((name) => [name, fault])) };
    }
    const now = textOf(seen);
    const isSettled = now === before;
    before = now;
    if (!isSettled) return;
    const changed = [...seen.values].filter(([name, value]) => values.get(name) !== value);
    for (const [name, value] of changed) values.set(name, value);
    if (changed.length > 0) log.info(`secrets were changed: ${changed.map(([name]) => name).join(', ')}`);
    const said = [...seen.faults].map(([name, fault]) => `${name} ${fault}`).join(', ');
    if (said !== '' && said !== faults) {
      log.warn(`SECRETS_DIR: ${said}; the value before stays in use`);
    }
    faults = said;
  };
  const timer = folder ? setInterval(look, LOOK_MS).unref() : undefined;
  return {
    environment: start,
    value: (name) => values.get(name) ?? '',
    health: () => (faults ? { ok: true, detail: `SECRETS_DIR: ${faults}; the value before is in use` } : { ok: true }),
    look,
    stop: () => clearInterval(timer),
  };
}

/** For a command, which ends before a secret changes. @throws {Error} naming a file that cannot be read */
export function environmentWithSecrets<Given extends Variables>(environment: Given): Given {
  const secrets = openSecretsFolder({ environment, log: { info() {}, warn() {} }, refusalOf: () => null });
  secrets.stop();
  return secrets.environment as Given;
}

const namesIn = (folder: string): SecretVariable[] => {
  const there = new Set(readdirSync(folder));
  return SECRET_VARIABLES.filter((name) => there.has(name));
};

function seenIn(
  folder: string,
  names: ReadonlySet<SecretVariable>,
  refusalOf: SecretsFolderOptions['refusalOf'],
): Seen {
  const seen: Seen = { values: new Map(), faults: new Map() };
  for (const name of names) {
    const { value, fault } = readOne(path.join(folder, name));
    const refusal = fault ?? refusalOf(name, value);
    if (refusal === null) seen.values.set(name, value);
    else seen.faults.set(name, fault ?? `must be ${refusal}`);
  }
  return seen;
}

function readOne(file: string): { value: string; fault: string | null } {
  try {
    if (statSync(file).size > MAX_BYTES) return { value: '', fault: 'is too long' };
    const value = readFileSync(file, 'utf8').trim();
    return { value, fault: value === '' ? 'is empty' : null };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { value: '', fault: code === 'ENOENT' ? 'is gone' : `cannot be read (${code ?? 'unknown'})` };
  }
}

const textOf = ({ values, faults }: Seen): string => JSON.stringify([[...values], [...faults]]);
