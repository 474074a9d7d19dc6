import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { archive, backUp, openBackupFolder, PARTS, readInstallation, restore, type Part } from '@redress/backup';
import { openSecretsFolder } from '@redress/server/secrets';
import { runningSocket } from './find-database.ts';

type Span = 'minutes' | 'every-seconds' | 'base-hours' | 'max-age-minutes';
type Text = 'from' | 'to' | 'at' | 'pgdata' | 'only' | 'metrics-file' | 'keep';
/** Options as they were typed. */
export type BackupValues = { [name in Span | Text]?: string | undefined } & { init?: boolean | undefined };

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MAX_NAMED = 20;

function numberOf(values: BackupValues, name: Span, otherwise: number): number {
  const text = values[name];
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0 && value <= 100_000)) throw new Error(`--${name} must be a number above 0.`);
  return value;
}

/** @throws {Error} for a number of copies that is none */
function folderOptions({ keep, init = false }: BackupValues): { init: boolean; keep?: number } {
  if (keep === undefined) return { init };
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Error('--keep is a whole number of copies, at least 1.');
  return { init, keep: Number(keep) };
}

function partsOf(only: string | undefined): Part[] {
  const parts = only === undefined ? [...PARTS] : only.split(',');
  const unknown = parts.find((part) => !PARTS.includes(part as Part));
  if (unknown !== undefined) throw new Error(`--only knows ${PARTS.join(', ')}, and not ${unknown}.`);
  return parts as Part[];
}

/**
 * Backup and restore (docs/runbooks/backup.md).
 * @param cwd - where the command was given
 * @returns the exit code
 */
export async function runBackupCommand(
  command: string,
  values: BackupValues,
  { env, cwd, print }: { env: NodeJS.ProcessEnv; cwd: string; print: (lines: readonly string[]) => void },
): Promise<number> {
  const say = (line: string) => print([line]);
  const folderOf = (option: 'to' | 'from'): string => {
    const place = values[option];
    if (!place) throw new Error(`Say the folder of the backups, with --${option}.`);
    return path.resolve(cwd, place);
  };
  switch (command) {
    case 'backup':
      await backUp({
        installation: readInstallation(env, cwd),
        to: folderOf('to'),
        ...folderOptions(values),
        runningSocket: runningSocket(env, cwd),
        say,
      });
      return 0;
    case 'archive': {
      const stopping = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort());
      const secrets = openSecretsFolder({
        environment: env,
        log: { info: say, warn: say },
        refusalOf: () => null,
      });
      stopping.signal.addEventListener('abort', () => secrets.stop());
      await archive({
        installation: readInstallation(env, cwd, secrets),
        to: folderOf('to'),
        ...folderOptions(values),
        everyMs: numberOf(values, 'every-seconds', 10) * SECOND_MS,
        baseEveryMs: numberOf(values, 'base-hours', 24) * HOUR_MS,
        say,
        stopping: stopping.signal,
      });
      return 0;
    }
    case 'backups':
      return listBackups(folderOf('from'), values, print);
    case 'restore': {
      const { at, missing } = await restore({
        installation: readInstallation(env, cwd),
        from: folderOf('from'),
        at: values.at === undefined ? null : new Date(values.at),
        pgdata: values.pgdata === undefined ? null : path.resolve(cwd, values.pgdata),
        parts: partsOf(values.only),
        limitMs: numberOf(values, 'minutes', 120) * MINUTE_MS,
        say,
      });
      if (missing.length > 0) {
        print([
          `Restored as of ${at}, but ${missing.length} files that the database names are not in the store:`,
          ...missing.slice(0, MAX_NAMED),
        ]);
        return 1;
      }
      print([
        `Restored as of ${at}. Every file that the database names is there.`,
        'Go on with docs/runbooks/restored-backup.md, step 3.',
      ]);
      return 0;
    }
    default:
      throw new Error(`There is no command ${command}.`);
  }
}

/** Time of the newest backup in a text file that node_exporter reads; 0 where there is none, which is an alert as well. */
function writeAge(file: string, newest: string): void {
  const seconds = newest === '' ? 0 : Math.floor(Date.parse(newest) / SECOND_MS);
  const name = 'backup_newest_timestamp_seconds';
  // Written beside and renamed: the exporter may read at any moment.
  writeFileSync(
    `${file}.new`,
    `# HELP ${name} Newest time that a restore can reach\n# TYPE ${name} gauge\n${name} ${seconds}\n`,
  );
  renameSync(`${file}.new`, file);
}

function listBackups(place: string, values: BackupValues, print: (lines: readonly string[]) => void): number {
  const folder = openBackupFolder(place);
  const reaches = folder.bases().map((base) => {
    const until = base.chain === null ? null : (folder.point(base.chain)?.until ?? null);
    return { from: base.at, until: until !== null && until > base.at ? until : null };
  });
  const newest = reaches.map(({ from, until }) => until ?? from).reduce((a, b) => (a > b ? a : b), '');
  if (values['metrics-file'] !== undefined) writeAge(values['metrics-file'], newest);
  if (reaches.length === 0) throw new Error(`There is no backup in ${place}.`);
  print(['from\tuntil', ...reaches.map(({ from, until }) => `${from}\t${until ?? 'that time alone'}`)]);
  if (values['max-age-minutes'] === undefined) return 0;
  const minutes = (Date.now() - new Date(newest).getTime()) / MINUTE_MS;
  if (minutes <= numberOf(values, 'max-age-minutes', 0)) return 0;
  print([`The newest is ${Math.round(minutes)} minutes old.`]);
  return 1;
}
