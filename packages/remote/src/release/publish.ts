import { parseArgs } from 'node:util';
import { inOneLine } from '@redress/release-client';
import { sendBuild } from '@redress/release-client/publish';
import type { Command } from '../command.ts';
import { builtFolder } from './built.ts';
import { connectionOf, teamKeyOf } from './settings.ts';

export const publishCommand: Command = {
  usage: 'publish [--promote] [--dist folder] [--maps] [--channel name] [--reason text]',
  about: 'signs the build and keeps it at the release service; --promote: serves it. Doing it again changes nothing',
  async run(args, { directory, environment, write }) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        promote: { type: 'boolean', default: false },
        dist: { type: 'string' },
        maps: { type: 'boolean', default: false },
        channel: { type: 'string', default: 'production' },
        reason: { type: 'string' },
      },
    });
    // Before the build: what is missing is named at once.
    const { url, call } = connectionOf(environment);
    const key = teamKeyOf(environment);
    const folder = await builtFolder({ directory, write }, values);
    const { name, buildId, isNew } = await sendBuild(call, folder, key);
    write(`${name} ${buildId} ${isNew ? 'is published' : 'was published before'} at ${url}.`);
    if (!values.promote) return 0;
    const { channel, reason } = values;
    try {
      const { number, warnings = [] } = await call('promote', { channel, builds: [{ name, build: buildId }], reason });
      for (const { code, message } of inOneLine(warnings)) write(`${code}: ${message}`);
      write(`${channel} serves it in snapshot ${number}.`);
    } catch (error) {
      // A job that is run again after its answer was lost.
      if ((error as { code?: string }).code !== 'ALREADY_CURRENT') throw error;
      write(`${channel} serves it already.`);
    }
    return 0;
  },
};
