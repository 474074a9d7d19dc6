import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import webpack from 'webpack';
import { buildOptions, configurationOf } from './build.ts';
import { readFiles } from './descriptor.ts';

/** Brotli bytes of a remote, and of the files that are others after one of its texts was edited. */
export interface EditCost {
  file: string;
  wire: number;
  changed: number;
  files: number;
}

/** First plain text of a catalogue of words: `send: 'Send Demand Letter',`. */
const TEXT = /(: ')([A-Z][a-z]{2,}[^'\\]*')/;

const wireOf = (content: Buffer, name: string): number =>
  name.endsWith('.woff2') ? content.length : brotliCompressSync(content).length;

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
  const sizes = [...after].map(([name, content]) => ({ wire: wireOf(content, name), isKept: before.has(name) }));
  const changed = sizes.filter(({ isKept }) => !isKept);
  const sum = (of: typeof sizes) => of.reduce((total, { wire }) => total + wire, 0);
  return { file, wire: sum(sizes), changed: sum(changed), files: changed.length };
}
