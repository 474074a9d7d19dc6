import { parseArgs } from 'node:util';
import { TYPES_FOLDER, writeTypes } from '@redress/release-client/publish';
import type { Command } from '../command.ts';
import { connectionOf } from './settings.ts';

export const typesCommand: Command = {
  usage: 'types [--channel name]',
  about: `writes names and types of what the deployed shell, its slots and contracts give into ${TYPES_FOLDER}; the compiler looks there first`,
  async run(args, { directory, environment, write }) {
    const { values } = parseArgs({ args: [...args], options: { channel: { type: 'string', default: 'production' } } });
    const offered = await connectionOf(environment).call('types', { channel: values.channel });
    const count = writeTypes(directory, offered);
    const { version, buildId } = offered.shell;
    write(`${count} declarations of shell ${version}-${buildId}, which ${offered.channel} serves, in ${TYPES_FOLDER}.`);
    return 0;
  },
};
