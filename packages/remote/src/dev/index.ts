import { parseArgs } from 'node:util';
import { watch } from '@redress/webpack-config';
import type { Command } from '../command.ts';

/** Runs until the process is ended. */
const forever = (): Promise<never> => new Promise(() => undefined);

export const devCommand: Command = {
  usage: 'dev [--alone] [--port N]',
  about: 'rebuilds as you save and offers the build on loopback; --alone: as a page of its own, with made answers',
  async run(args, { directory, write }) {
    const { values } = parseArgs({
      args: [...args],
      options: { alone: { type: 'boolean', default: false }, port: { type: 'string', default: '0' } },
    });
    await watch({ directory, port: Number(values.port), alone: values.alone, sourceMaps: false, write });
    return forever();
  },
};
