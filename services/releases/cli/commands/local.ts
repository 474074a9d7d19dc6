import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import { runningUrl } from '../connection.ts';
import { existingKeys, makeKeys } from '../keys.ts';
import { changeOwners, printOwners } from '../owners.ts';

/** Commands on the files of this machine. */
export const localCommands = {
  keys: {
    names: 'init | add <team> | rotate root|channel <name>|team <name> | drop channel <name> <key>',
    about: 'make and change keys: no other command does; a rotation is begun, and ended with --finish',
    options: { finish: 'flag' },
    examples: [
      'keys init',
      'keys add team-letters',
      'keys rotate channel production',
      'keys rotate channel production --finish',
      'keys drop channel production 0123456789abcdef',
      'keys rotate root',
    ],
    run: ({ place, names, is }) => said(makeKeys(place.storage, names, { finish: is('finish') }), ({ text }) => text),
  },
  rebuild: {
    names: '',
    about:
      'after a lost database, into an empty one, while no program runs: builds, snapshots and ledger from the store of builds',
    options: {},
    examples: ['rebuild'],
    async run({ place, as }) {
      const url = await runningUrl(place.dataDir);
      if (url) throw new ReleaseRefusal('PROGRAM_ANSWERS', `A program answers at ${url}: it rebuilds when it starts.`);
      const { rebuildFiles, sayRebuilt } = await import('../files.ts');
      return said(await rebuildFiles(place, as), (done) => sayRebuilt(done).join('\n'));
    },
  },
  owners: {
    names: '[move <remote> <team> | promoters <channel> <role>]',
    about: 'which team a remote belongs to, and who may promote; changes need the root key',
    options: {},
    examples: ['owners', 'owners move mf-wizard team-letters', 'owners promoters production release-manager'],
    run: ({ place, names }) => said(changeOwners(existingKeys(place.storage), names), printOwners),
  },
} as const satisfies Record<string, Command>;
