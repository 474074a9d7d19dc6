import { said, type Command } from '../command.ts';
import { existingKeys, makeKeys } from '../keys.ts';
import { changeOwners, printOwners } from '../owners.ts';

/** Commands on the key folder of this machine. */
export const localCommands = {
  keys: {
    on: 'files',
    usage: 'keys init | keys add <team>',
    about: "make a key folder, or a team's key and token: no other command makes keys",
    examples: ['keys init', 'keys add team-letters'],
    run: ({ storage, names }) => said(makeKeys(storage, names), ({ text }) => text),
  },
  owners: {
    on: 'files',
    usage: 'owners [move <remote> <team> | promoters <channel> <role>]',
    about: 'which team a remote belongs to, and who may promote; changes need the root key',
    examples: ['owners', 'owners move mf-wizard team-letters', 'owners promoters production release-manager'],
    run: ({ storage, names }) => said(changeOwners(existingKeys(storage), names), printOwners),
  },
} as const satisfies Record<string, Command>;
