import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

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

export interface WorldStore {
  collection<T>(name: string): Collection<T>;
  /** Bytes too large for a record: a letter's PDF. */
  putFile(name: string, bytes: Uint8Array): void;
  readFile(name: string): Buffer | undefined;
  /** Forgets everything but what is named. */
  clear(keep: readonly string[]): void;
}

/** One line of the log: `[collection, id, value]`; without a value the record was deleted. */
type Line = [collection: string, id: string, value?: unknown];

/**
 * The state of the sandbox world, kept in memory and in an append-only log, so that a killed program comes back with
 * every payment, letter and mail it had answered for. Each change is one `write` call before the answer leaves: the
 * page cache survives a killed process. A power cut is out of scope: no real money or letter is at stake here.
 */
export function openWorldStore(folder: string): WorldStore {
  const logFile = path.join(folder, 'world.ndjson');
  const filesFolder = path.join(folder, 'files');
  mkdirSync(filesFolder, { recursive: true });
  const collections = new Map<string, Map<string, unknown>>();
  const recordsOf = (name: string) => {
    const known = collections.get(name);
    if (known) return known;
    const records = new Map<string, unknown>();
    collections.set(name, records);
    return records;
  };

  if (existsSync(logFile)) replay(readFileSync(logFile, 'utf8'), recordsOf);
  const compacted = [...collections].flatMap(([name, records]) =>
    [...records].map(([id, value]) => JSON.stringify([name, id, value] satisfies Line)),
  );
  writeAtomically(logFile, compacted.map((line) => `${line}\n`).join(''));

  const append = (line: Line) => appendFileSync(logFile, `${JSON.stringify(line)}\n`);

  return {
    collection<T>(name: string): Collection<T> {
      const records = recordsOf(name) as Map<string, T>;
      return {
        get: (id) => records.get(id),
        has: (id) => records.has(id),
        put(id, value) {
          append([name, id, value]);
          records.set(id, value);
          return value;
        },
        delete(id) {
          if (!records.delete(id)) return;
          append([name, id]);
        },
        values: () => [...records.values()],
        entries: () => [...records.entries()],
        newestFirst: () => [...records.values()].reverse(),
        clear() {
          for (const id of records.keys()) append([name, id]);
          records.clear();
        },
      };
    },
    putFile: (name, bytes) => writeAtomically(path.join(filesFolder, name), bytes),
    readFile(name) {
      const file = path.join(filesFolder, name);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    clear(keep) {
      for (const [name, records] of collections) if (!keep.includes(name)) records.clear();
      const kept = keep.flatMap((name) =>
        [...recordsOf(name)].map(([id, value]) => JSON.stringify([name, id, value] satisfies Line)),
      );
      writeAtomically(logFile, kept.map((line) => `${line}\n`).join(''));
      rmSync(filesFolder, { recursive: true, force: true });
      mkdirSync(filesFolder, { recursive: true });
    },
  };
}

function replay(log: string, recordsOf: (name: string) => Map<string, unknown>): void {
  for (const line of log.split('\n')) {
    if (!line) continue;
    let entry: Line;
    try {
      entry = JSON.parse(line) as Line;
    } catch {
      continue; // The last line of a program killed in the middle of its write: nobody was answered for it.
    }
    const [name, id] = entry;
    if (entry.length === 3) recordsOf(name).set(id, entry[2]);
    else recordsOf(name).delete(id);
  }
}

function writeAtomically(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}
