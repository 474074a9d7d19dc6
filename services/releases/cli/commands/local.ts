import { said, type Command } from '../command.ts';
import { existingKeys, makeKeys } from '../keys.ts';
import { changeOwners, printOwners } from '../owners.ts';

/** Commands on the files of this machine. */
export const localCommands = {
  keys: {
    on: 'files',
    usage: 'keys init | add <team> | rotate root|channel <name>|team <name> [--finish] | drop channel <name> <key>',
    about: 'make and change keys: no other command does',
    examples: [
      'keys init',
      'keys add team-letters',
      'keys rotate channel production',
      'keys rotate channel production --finish',
      'keys drop channel production 0123456789abcdef',
      'keys rotate root',
    ],
    run: ({ storage, names, values: { finish } }) => said(makeKeys(storage, names, { finish }), ({ text }) => text),
  },
  rebuild: {
    on: 'files',
    usage: 'rebuild',
    about:
      'after a lost database, into an empty one, while no program runs: builds, snapshots and ledger from the store of builds',
    examples: ['rebuild'],
    async run({ dataDir, databaseUrl, storage, values }) {
      const { rebuildFiles, sayRebuilt } = await import('../files.ts');
      const rebuilt = await rebuildFiles({
        dataDir,
        storage,
        databaseUrl,
        tokenName: values.as,
        url: null,
        token: null,
      });
      return said(rebuilt, (done) => sayRebuilt(done).join('\n'));
    },
  },
  owners: {
    on: 'files',
    usage: 'owners [move <remote> <team> | promoters <channel> <role>]',
    about: 'which team a remote belongs to, and who may promote; changes need the root key',
    examples: ['owners', 'owners move mf-wizard team-letters', 'owners promoters production release-manager'],
    run: ({ storage, names }) => said(changeOwners(existingKeys(storage), names), printOwners),
  },
} as const satisfies Record<string, Command>;
