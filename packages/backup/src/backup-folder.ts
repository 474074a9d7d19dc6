import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

/** A copy of the database as it was at one time; whole when it has its description. */
export interface Base {
  format: 1;
  /** `server`: by pg_basebackup of DATABASE_URL; `embedded`: of the server in DATA_DIR. */
  kind: 'server' | 'embedded';
  /**
   * By the database's clock. With a chain, the copy was whole by then and a restore reaches every time after it; without
   * one, what was committed by then is in the copy.
   */
  at: string;
  /** Names one database server for good: copies of two of them do not belong together. */
  systemId: string;
  major: number;
  /** The archived log that continues this copy; `null` where none is kept. */
  chain: string | null;
  /** SHA-256 by path below `database`. Of a server's copy its backup_manifest alone, which lists all others. */
  files: Record<string, string>;
}

const UNFINISHED = '.unfinished';
/** Says that this folder is one of backups: a mount that is away leaves an empty folder in its place. */
const MARK = 'redress-backups.json';

/** Time up to which a chain of archived log, and the stored files beside it, are whole. */
export interface Point {
  until: string;
}

/**
 * What stands where in the folder of backups:
 * `bases/<time>/{base.json,database/}`, `chains/<time>/{wal/,point.json}`, `keys/<time>/`, `store/<key>`.
 */
export function openBackupFolder(folder: string) {
  const within = (...names: string[]) => path.join(folder, ...names);
  const namesIn = (name: string) =>
    existsSync(within(name))
      ? readdirSync(within(name))
          .filter((entry) => !entry.includes(UNFINISHED))
          .toSorted()
      : [];
  const readJson = <T>(file: string): T | null =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
  return {
    folder,
    /** @throws {Error} where the folder is none of backups: what is written then would be on another disk */
    refuseUnmarked(): void {
      if (existsSync(within(MARK))) return;
      throw new Error(
        `${folder} is no folder of backups: mount it, or begin one there by the same command with --init.`,
      );
    },
    /** Begins a folder of backups; one that is begun, or was before there were marks, stays as it is. */
    mark(): void {
      if (existsSync(within(MARK))) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(within(MARK), `${JSON.stringify({ format: 1 })}\n`, { mode: 0o600, flush: true });
    },
    store: within('store'),
    /** Which process receives the log. */
    receiver: within('receiver.json'),
    /** A folder to write a copy into; it counts once it is given to {@link finish}. */
    begin(kind: 'bases' | 'keys', at: Date): { unfinished: string; finish: () => Promise<string> } {
      const name = nameOf(at);
      const unfinished = within(kind, `${name}${UNFINISHED}-${process.pid}`);
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished, { recursive: true, mode: 0o700 });
      return {
        unfinished,
        async finish() {
          await flush(unfinished);
          renameSync(unfinished, within(kind, name));
          await flush(within(kind));
          return name;
        },
      };
    },
    /** What copies of the database left that were killed or failed. Whoever calls this has the lease of the folder. */
    removeUnfinished(): void {
      for (const kind of ['bases', 'chains', 'keys']) {
        const names = existsSync(within(kind)) ? readdirSync(within(kind)) : [];
        for (const name of names.filter((each) => each.includes(UNFINISHED)))
          rmSync(within(kind, name), { recursive: true, force: true });
      }
    },
    /** Oldest first. */
    bases: (): (Base & { name: string; folder: string })[] =>
      namesIn('bases').flatMap((name) => {
        const base = readJson<Base>(within('bases', name, 'base.json'));
        return base ? [{ ...base, name, folder: within('bases', name, 'database') }] : [];
      }),
    /** Takes away a copy, a chain of log or keys. */
    remove(kind: 'bases' | 'chains' | 'keys', name: string): void {
      // Under a name that does not count first: half of one must not be taken for a whole one.
      const unfinished = within(kind, `${name}${UNFINISHED}-removed`);
      renameSync(within(kind, name), unfinished);
      rmSync(unfinished, { recursive: true, force: true });
    },
    /** Oldest first. */
    chains: () => namesIn('chains'),
    walOf: (chain: string) => within('chains', chain, 'wal'),
    beginChain(at: Date): string {
      const name = nameOf(at);
      mkdirSync(within('chains', name, 'wal'), { recursive: true, mode: 0o700 });
      return name;
    },
    point: (chain: string): Point | null => readJson<Point>(within('chains', chain, 'point.json')),
    writePoint: (chain: string, point: Point) =>
      writeWhole(within('chains', chain, 'point.json'), JSON.stringify(point)),
    /** Copies of the keys, oldest first: each from its time until that of the next one. */
    keys: () => namesIn('keys').map((name) => ({ name, folder: within('keys', name), at: timeOf(name) })),
  };
}

export type BackupFolder = ReturnType<typeof openBackupFolder>;

/** `20261122T184501.123Z`: sorts as the times do, and is a name on every file system. */
const nameOf = (at: Date): string => at.toISOString().replaceAll(/[-:]/g, '');
const timeOf = (name: string): string =>
  name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d\.\d{3}Z).*$/, '$1-$2-$3T$4:$5:$6');

export async function flush(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file that is on disk under another name before it takes the place of what was there. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}${UNFINISHED}-${process.pid}`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(unfinished, file);
  await flush(path.dirname(file));
}

/**
 * @param options.flush - wait until the file is on disk as well
 * @returns SHA-256, hex
 */
export async function digestOfFile(file: string, options: { flush?: boolean } = {}): Promise<string> {
  if (options.flush) await flush(file);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
