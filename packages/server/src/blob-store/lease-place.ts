import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openBucket, type S3Bucket } from './s3-blob-store.ts';

/** Where a lease is written down, for every machine that reaches the place. */
export interface LeasePlace {
  /** Name of the place for a person: the folder, or the bucket. */
  place: string;
  /** @returns the text of the lease, and its age by the clock of the file system or of the store */
  read(): Promise<{ text: string; ageMs: number } | null>;
  /** @returns `unsure` where the store cannot tell whether another operator has written at the same time */
  create(text: string): Promise<'created' | 'taken' | 'unsure'>;
  /** Writes over what is there. */
  write(text: string): Promise<void>;
  remove(): Promise<void>;
}

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

/** A file of a folder that may be mounted by several machines. A name is given once, on a network file system too. */
export function leaseInFolder(folder: string, name: string): LeasePlace {
  const file = path.join(folder, name);
  const beside = async <T>(text: string, work: (unfinished: string) => Promise<T>): Promise<T> => {
    const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      await writeFile(unfinished, text, { mode: 0o600, flush: true });
      return await work(unfinished);
    } finally {
      await rm(unfinished, { force: true });
    }
  };
  return {
    place: folder,
    async read() {
      const text = await readFile(file, 'utf8').catch(unlessMissing);
      const written = text === null ? null : await stat(file).catch(unlessMissing);
      if (text === null || written === null) return null;
      // Another machine has another clock: a file that is written now has the time of the file system.
      const now = await beside('', async (probe) => stat(probe));
      return { text, ageMs: Math.max(0, now.mtimeMs - written.mtimeMs) };
    },
    create: (text) =>
      beside(text, (unfinished) =>
        link(unfinished, file).then(
          () => 'created' as const,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EEXIST') return 'taken' as const;
            throw error;
          },
        ),
      ),
    write: (text) => beside(text, (unfinished) => rename(unfinished, file)),
    remove: () => rm(file, { force: true }),
  };
}

const WRITTEN = [200, 201, 204];
/** 409: AWS, when two of them arrive together. */
const TAKEN = [409, 412];
/** OpenStack Swift: it takes no condition. */
const NO_CONDITIONS = 501;

/** A file of a bucket. @param key - none of the product's files may have it */
export function leaseInBucket(bucket: S3Bucket, key: string): LeasePlace {
  const { ask, readDated } = openBucket(bucket);
  const init = (text: string, headers: Record<string, string> = {}): RequestInit => ({
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const createOnce = (text: string) =>
    ask('PUT', `/${key}`, [...WRITTEN, ...TAKEN, NO_CONDITIONS], init(text, { 'if-none-match': '*' }));
  const write = async (text: string) => void (await ask('PUT', `/${key}`, WRITTEN, init(text)));
  return {
    place: `bucket ${bucket.bucket} at ${bucket.endpoint}`,
    async read() {
      const found = await readDated(`/${key}`);
      return found && { text: found.bytes.toString('utf8'), ageMs: found.ageMs };
    },
    async create(text) {
      const status = await createOnce(text);
      if (TAKEN.includes(status)) return 'taken';
      if (status === NO_CONDITIONS) {
        await write(text);
        return 'unsure';
      }
      // A store that does not know the condition takes the second one too: the first one says nothing there.
      return TAKEN.includes(await createOnce(text)) ? 'created' : 'unsure';
    },
    write,
    async remove() {
      await ask('DELETE', `/${key}`, [200, 204, 404]);
    },
  };
}
