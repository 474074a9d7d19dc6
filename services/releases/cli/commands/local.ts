import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openBuildFolder, openStockFolder, parseDescriptor, signBuild } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../../src/refusal.ts';
import { said, type Command } from '../command.ts';
import { existingKeys, makeKeys, teamKey } from '../keys.ts';
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
  sign: {
    on: 'files',
    usage: 'sign <remote> --dist folder',
    about: 'write signed-build.json into a finished build, with the key of its team: what Eik and Piral publish has it',
    examples: ['sign mf-hello --dist ./dist'],
    async run(options) {
      const name = options.remote();
      const dist = path.resolve(options.values.dist ?? path.join(options.buildsFolder, name, 'dist'));
      const folder = openBuildFolder(dist) ?? (await openStockFolder(dist));
      if (!folder) throw new ReleaseRefusal('BUILD_UNKNOWN', `${dist} holds no build.`);
      const { name: built, buildId, owner } = parseDescriptor(folder.payload);
      if (built !== name) throw new ReleaseRefusal('REQUEST_INVALID', `This is a build of ${built}, not of ${name}.`);
      const file = path.join(dist, 'signed-build.json');
      writeFileSync(file, JSON.stringify(signBuild(folder.payload, teamKey(options.storage, owner))));
      return { json: { name, buildId, file }, text: `${name} ${buildId} is signed by ${owner}: ${file}` };
    },
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
