import path from 'node:path';
import { TYPES_FOLDER, writeTypes } from '@redress/release-client/publish';
import type { Command } from '../command.ts';

export const typesCommand: Command = {
  on: 'releases',
  usage: 'types <remote>',
  about: `write names and types of what the shell that serves, its slots and contracts give into ${TYPES_FOLDER} of a remote's folder`,
  examples: ['types mf-wizard', 'types mf-wizard --channel preview'],
  async run({ call }, options) {
    const folder = path.join(options.buildsFolder, options.remote());
    const offered = await call('types', { channel: options.values.channel });
    const declarations = writeTypes(folder, offered);
    const { channel, number, shell, contracts } = offered;
    return {
      json: { channel, number, shell, contracts, declarations },
      text: `${declarations} declarations of shell ${shell.version}-${shell.buildId} in ${path.join(folder, TYPES_FOLDER)}`,
    };
  },
};
