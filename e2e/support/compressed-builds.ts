import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const DEPLOYED = ['shell', 'mf-account', 'mf-auth', 'mf-checkout', 'mf-letters', 'mf-wizard'];

/** Where the copies of the builds of this checkout are kept between programs. */
async function folderOfCopies(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of DEPLOYED) hash.update(await readFile(path.join(REPOSITORY, name, 'dist/build.json')));
  return path.join(REPOSITORY, '.cache/compressed-builds', hash.digest('hex').slice(0, 16));
}

const contentsOf = (dataDir: string) => path.join(dataDir, 'builds/sha384');
/** No original, and no file that the running program still writes: it is renamed when it is whole. */
const isWhole = (file: string) => !/(?:[/\\][0-9a-f]{96}|\.part)$/.test(file);
const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
};

/**
 * Gives a new program the compressed files of the builds it will publish, each under the hash of what it unpacks to. Publishing
 * reads and compares them as it does after a killed start; to compress them takes two seconds of a processor. Everything else
 * of a program, its keys, signatures and rows above all, it makes itself.
 */
export const bringCompressed = async (dataDir: string): Promise<void> =>
  cp(await folderOfCopies(), contentsOf(dataDir), { recursive: true }).catch(unlessMissing);

/** Keeps what a program has compressed for those that start after it. */
export async function keepCompressed(dataDir: string): Promise<void> {
  const kept = await folderOfCopies();
  if (existsSync(kept)) return;
  const unfinished = `${kept}.${process.pid}`;
  await cp(contentsOf(dataDir), unfinished, { recursive: true, filter: isWhole });
  // Another worker may have been first.
  await rename(unfinished, kept).catch(() => rm(unfinished, { recursive: true }));
  const all = await readdir(path.dirname(kept));
  const former = all.filter((name) => name !== path.basename(kept) && !name.includes('.'));
  for (const name of former) await rm(path.join(path.dirname(kept), name), { recursive: true, force: true });
}
