import { parseArgs } from 'node:util';
import type { Command } from './command.ts';

export const buildCommand: Command = {
  usage: 'build [--maps]',
  about: 'builds into dist, with build.json and the bill of materials; --maps: with source maps',
  async run(args, { directory, write }) {
    const { values } = parseArgs({ args: [...args], options: { maps: { type: 'boolean', default: false } } });
    const { build } = await import('@redress/webpack-config');
    const { name, version, buildId, files } = await build({
      directory,
      mode: 'production',
      sourceMaps: values.maps,
    });
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
    write(`${name}@${version}-${buildId}: ${Object.keys(files).length} files, ${bytes} bytes`);
    return 0;
  },
};
