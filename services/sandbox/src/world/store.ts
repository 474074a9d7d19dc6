import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';

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

/** One line of the log: `[collection, id, value]`; without a value the record was deleted. */
type Line = [collection: string, id: string, value?: unknown];

/** The log is written anew when it holds as many lines, and several times as many as there are records. */
const COMPACT_AFTER_LINES = 100_000;
const LINES_PER_RECORD = 4;
/** Of the log, read or written at once: as one string a long log would not fit into the heap. */
const CHUNK_BYTES = 1_000_000;

/**
 * The state of the sandbox world, kept in memory and in an append-only log, so that a killed program comes back with
 * every payment, letter and mail it had answered for. Each change is one `write` call before the answer leaves: the
 * page cache survives a killed process. A power cut is out of scope: no real money or letter is at stake here.
 */
export function openWorldStore(folder: string, compactAfterLines = COMPACT_AFTER_LINES): WorldStore {
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

  let lines = 0;
  const countRecords = () => [...collections.values()].reduce((sum, records) => sum + records.size, 0);
  const compact = (names: Iterable<string>) => {
    lines = writeLog(logFile, names, recordsOf);
  };
  if (existsSync(logFile)) replay(logFile, recordsOf);
  compact(collections.keys());

  const append = (line: Line) => {
    appendFileSync(logFile, `${JSON.stringify(line)}\n`);
    lines += 1;
    // Counted only where the log is long: most changes look at one number.
    if (lines >= compactAfterLines && lines % 1000 === 0 && lines > LINES_PER_RECORD * countRecords()) {
      compact(collections.keys());
    }
  };

  return {
    collection<T>(name: string, { most, isOver = () => true }: Forgetting<T> = { most: Infinity }): Collection<T> {
      const records = recordsOf(name) as Map<string, T>;
      const forget = () => {
        for (const [id, value] of records) {
          if (records.size <= most || !isOver(value)) return;
          append([name, id]);
          records.delete(id);
        }
      };
      return {
        get: (id) => records.get(id),
        has: (id) => records.has(id),
        put(id, value) {
          records.set(id, value);
          append([name, id, value]);
          forget();
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
      compact(keep);
      rmSync(filesFolder, { recursive: true, force: true });
      mkdirSync(filesFolder, { recursive: true });
    },
  };
}

function replay(file: string, recordsOf: (name: string) => Map<string, unknown>): void {
  for (const line of linesOf(file)) {
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

function* linesOf(file: string): Generator<string> {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder('utf8');
  const log = openSync(file, 'r');
  try {
    let rest = '';
    for (let bytes = readSync(log, chunk); bytes > 0; bytes = readSync(log, chunk)) {
      const lines = (rest + decoder.write(chunk.subarray(0, bytes))).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest + decoder.end();
  } finally {
    closeSync(log);
  }
}

/** @returns lines that were written */
function writeLog(file: string, names: Iterable<string>, recordsOf: (name: string) => Map<string, unknown>): number {
  const temporary = temporaryOf(file);
  const log = openSync(temporary, 'w');
  let lines = 0;
  try {
    let chunk = '';
    for (const name of names) {
      for (const [id, value] of recordsOf(name)) {
        chunk += `${JSON.stringify([name, id, value] satisfies Line)}\n`;
        lines += 1;
        if (chunk.length < CHUNK_BYTES) continue;
        writeSync(log, chunk);
        chunk = '';
      }
    }
    writeSync(log, chunk);
  } finally {
    closeSync(log);
  }
  renameSync(temporary, file);
  return lines;
}

const temporaryOf = (file: string) => `${file}.${process.pid}.tmp`;

function writeAtomically(file: string, content: Uint8Array): void {
  const temporary = temporaryOf(file);
  writeFileSync(temporary, content);
  renameSync(temporary, file);
}
