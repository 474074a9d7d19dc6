import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Records of one kind, in the order they were first put. Values are never changed in place: put a new one. */
export interface Collection<T> {
  get(id: string): T | undefined;
  has(id: string): boolean;
  put(id: string, value: T): T;
  delete(id: string): void;
  values(): T[];
  entries(): [id: string, value: T][];
  newestFirst(): T[];
  clear(): void;
}

/** What a collection forgets when it takes a new record, oldest first: what is over, of more than `most` records. */
export interface Forgetting<T> {
  most: number;
  /** Whether a record may go; all of them when absent. The first that may not ends the forgetting. */
  isOver?: (value: T) => boolean;
}

export interface WorldStore {
  collection<T>(name: string, forgetting?: Forgetting<T>): Collection<T>;
  /** Bytes too large for a record: a letter's PDF. */
  putFile(name: string, bytes: Uint8Array): void;
  readFile(name: string): Buffer | undefined;
  /** Forgets everything but what is named. */
  clear(keep: readonly string[]): void;
}

const LOCKED_MS = 5_000;
const SCHEMA = `
create table if not exists record (collection text, id text, value text not null, unique (collection, id));
create table if not exists file (name text primary key, bytes blob not null);
`;

/**
 * The state of the sandbox world, kept in memory and in one SQLite file, so that a killed program comes back with
 * every payment, letter and mail it had answered for. Each change is written before the answer leaves, and not waited for
 * on the disk: the page cache survives a killed process. A power cut is out of scope: no real money or letter is at stake here.
 */
export function openWorldStore(folder: string): WorldStore {
  mkdirSync(folder, { recursive: true });
  // A drill may read it meanwhile.
  const database = new DatabaseSync(path.join(folder, 'world.sqlite'), { timeout: LOCKED_MS });
  database.exec(`pragma journal_mode = wal; pragma synchronous = off; ${SCHEMA}`);
  const keep = database.prepare('insert into record values (?, ?, ?) on conflict do update set value = excluded.value');
  const remove = database.prepare('delete from record where collection = ? and id = ?');
  const removeAll = database.prepare('delete from record where collection = ?');
  const keepFile = database.prepare('insert or replace into file values (?, ?)');
  const findFile = database.prepare('select bytes from file where name = ?');

  const collections = new Map<string, Map<string, unknown>>();
  const recordsOf = (name: string) => {
    const known = collections.get(name) ?? new Map<string, unknown>();
    collections.set(name, known);
    return known;
  };
  for (const { collection, id, value } of database.prepare('select * from record order by rowid').iterate())
    recordsOf(String(collection)).set(String(id), JSON.parse(String(value)));
  const forgetAll = (name: string) => {
    removeAll.run(name);
    recordsOf(name).clear();
  };

  return {
    collection<T>(name: string, { most, isOver = () => true }: Forgetting<T> = { most: Infinity }): Collection<T> {
      const records = recordsOf(name) as Map<string, T>;
      const forget = (id: string) => {
        if (records.delete(id)) remove.run(name, id);
      };
      return {
        get: (id) => records.get(id),
        has: (id) => records.has(id),
        put(id, value) {
          records.set(id, value);
          keep.run(name, id, JSON.stringify(value));
          for (const [oldest, each] of records) {
            if (records.size <= most || !isOver(each)) break;
            forget(oldest);
          }
          return value;
        },
        delete: forget,
        values: () => [...records.values()],
        entries: () => [...records.entries()],
        newestFirst: () => [...records.values()].reverse(),
        clear: () => forgetAll(name),
      };
    },
    putFile: (name, bytes) => void keepFile.run(name, bytes),
    readFile(name) {
      const found = findFile.get(name);
      return found && Buffer.from(found['bytes'] as Uint8Array);
    },
    clear(kept) {
      for (const name of collections.keys()) if (!kept.includes(name)) forgetAll(name);
      database.exec('delete from file');
    },
  };
}
