import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import { nameInAllBuilds } from '@redress/contracts/releases';
import webpack from 'webpack';
import { buildOptions, configurationOf } from './build.ts';
import { readFiles } from './descriptor.ts';

/** Brotli bytes of a remote, and of the files that are others after one of its texts was edited. */
export interface EditCost {
  wire: number;
  changed: number;
  /** The same for a browser that has the files of before as dictionaries. */
  byDictionary: number;
  files: number;
}

/** First plain text of a catalogue of words: `send: 'Send Demand Letter',`. */
const TEXT = /(: ')([A-Z][a-z]{2,}[^'\\]*')/;

const wireOf = (content: Buffer, name: string): number =>
  name.endsWith('.woff2') ? content.length : brotliCompressSync(content).length;

/** Magic bytes and a digest before each answer (RFC 9842). */
const DCZ_HEAD_BYTES = 40;

function wireByDictionary(content: Buffer, name: string, before: ReadonlyMap<string, Buffer>): number {
  const everywhere = nameInAllBuilds(name);
  const dictionary = [...before].find(([other]) => everywhere && nameInAllBuilds(other) === everywhere)?.[1];
  if (!dictionary) return wireOf(content, name);
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  return DCZ_HEAD_BYTES + zstdCompressSync(content, { dictionary, params }).length;
}

/**
 * Builds a remote twice, once with one text edited, and compares the files by name, as a browser's cache does.
 * @param file - a catalogue of words that the remote uses, such as `packages/copy/src/letters/en.ts`
 */
export async function editCost(directory: string, file: string): Promise<EditCost> {
  const options = await buildOptions({ directory, mode: 'production', sourceMaps: false });
  const made = async (isEdited: boolean): Promise<Map<string, Buffer>> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'redress-edit-'));
    try {
      const buildId = isEdited ? '0'.repeat(12) : options.buildId;
      const configuration = await configurationOf({ ...options, buildId });
      const compiler = webpack({ ...configuration, output: { ...configuration.output, path: folder } })!;
      if (isEdited) {
        const edited = Buffer.from(readFileSync(file, 'utf8').replace(TEXT, '$1Edited $2'));
        const disk = compiler.inputFileSystem!;
        compiler.inputFileSystem = Object.create(disk, {
          readFile: {
            value: (name: string, ...rest: unknown[]) => {
              const done = rest.at(-1) as (error: null, content: Buffer) => void;
              if (name === file) done(null, edited);
              else (disk.readFile as (...all: unknown[]) => void)(name, ...rest);
            },
          },
        });
      }
      await new Promise<void>((resolve, reject) => compiler.run((error) => (error ? reject(error) : resolve())));
      return readFiles(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const [before, after] = [await made(false), await made(true)];
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  const changed = [...after].filter(([name]) => !before.has(name));
  return {
    wire: sum([...after].map(([name, content]) => wireOf(content, name))),
    changed: sum(changed.map(([name, content]) => wireOf(content, name))),
    byDictionary: sum(changed.map(([name, content]) => wireByDictionary(content, name, before))),
    files: changed.length,
  };
}
