import { existsSync } from 'node:fs';
import path from 'node:path';
import { TYPES_FOLDER, writeTypes } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../../src/refusal.ts';
import type { Command } from '../command.ts';

export const typesCommand: Command = {
  names: '<remote>',
  about: `write names and types of what the shell that serves, its slots and contracts give into ${TYPES_FOLDER} of a remote's folder`,
  options: { channel: 'text' },
  examples: ['types mf-wizard', 'types mf-wizard --channel preview'],
  async run(typed, releases) {
    const folder = path.join(typed.place.buildsFolder, typed.remote());
    if (!existsSync(folder)) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${folder} is no folder of a remote.`);
    const offered = await (await releases()).call('types', { channel: typed.channel });
    const declarations = writeTypes(folder, offered);
    const { channel, number, shell, contracts } = offered;
    return {
      json: { channel, number, shell, contracts, declarations },
      text: `${declarations} declarations of shell ${shell.version}-${shell.buildId} in ${path.join(folder, TYPES_FOLDER)}`,
    };
  },
};
