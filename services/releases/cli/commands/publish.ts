import { readdirSync } from 'node:fs';
import path from 'node:path';
import { openBuildFolder, openStockFolder, parseDescriptor, sendBuild } from '@redress/release-client/publish';
import { isReleaseRefusal, ReleaseRefusal } from '../../src/refusal.ts';
import { sayDoneOnce } from '../act.ts';
import type { Command } from '../command.ts';
import type { Connection } from '../connection.ts';
import { freshBuild, workspaceTools } from '../fresh-build.ts';
import { teamKey } from '../keys.ts';
import { FROM } from '../named-builds.ts';
import { refuse, type Typed } from '../typed.ts';

/** On a machine with much to do a build may take longer to keep than an answer is waited for. */
const AGAIN = 'the same command';

const finished = async (dist: string) => {
  const folder = openBuildFolder(dist) ?? (await openStockFolder(dist));
  return folder && { folder, isBuiltNow: false };
};

/**
 * Keeps the builds of these remotes, each from its `dist`, built first where sources have changed; all that there are when
 * none is named. @param lines - gets what was done
 */
export async function publishNamed(
  connection: Connection,
  { text, is, place: { buildsFolder, cwd, storage } }: Typed,
  names: readonly string[],
  lines: string[],
): Promise<{ name: string; buildId: string; isNew: boolean }[]> {
  const all = () => readdirSync(buildsFolder).filter((name) => name === 'shell' || name.startsWith('mf-'));
  const given = text('dist');
  const dist = given && path.resolve(cwd, given);
  const published: { name: string; buildId: string; isNew: boolean }[] = [];
  for (const name of names.length > 0 ? names : all()) {
    const found = dist
      ? await finished(dist)
      : await freshBuild(path.join(buildsFolder, name), workspaceTools, { sourceMaps: is('maps') });
    if (!found) {
      if (names.length === 0) continue;
      throw new ReleaseRefusal('BUILD_UNKNOWN', `${dist ?? path.join(buildsFolder, name)} holds no build.`);
    }
    const { name: built, owner } = parseDescriptor(found.folder.payload);
    if (built !== name) refuse(`This is a build of ${built}, not of ${name}.`);
    if (found.isBuiltNow) lines.push(`${name} was built first: its sources had changed.`);
    // Signed with the key of the owning team, from the key folder of this machine.
    const sent = sendBuild(connection.call, found.folder, teamKey(storage, owner));
    const { buildId, isNew } = await sent.catch((error: unknown) => sayDoneOnce(error, AGAIN));
    lines.push(`${name} ${buildId} ${isNew ? 'published' : 'was published before'}`);
    published.push({ name, buildId, isNew });
  }
  return published;
}

/** Published and, with --promote, served: the builds in `dist`, made first where sources have changed since. */
export const publishCommand: Command = {
  names: '[remote …]',
  about:
    'keep the builds in dist, built first where sources have changed; all of them when none is named (--dist folder: one finished build, as CI or the module-federation plugin of webpack or Rspack made it); --maps: with source maps, which are served to nobody; --promote: and serve them',
  options: { ...FROM, channel: 'text', reason: 'text', override: 'flag', promote: 'flag', maps: 'flag' },
  examples: ['publish mf-wizard', 'publish mf-wizard --promote', 'publish mf-wizard --dist ./artifact'],
  async run(typed, releases) {
    const { names, channel, text, is } = typed;
    if (text('dist')) typed.remote(); // a folder holds one build
    const lines: string[] = [];
    const connection = await releases();
    const published = await publishNamed(connection, typed, names, lines);
    if (!is('promote')) return { json: { published }, text: lines.join('\n') };
    const builds = published.map(({ name, buildId: build }) => ({ name, build }));
    const asked = { channel, builds, reason: text('reason'), override: is('override') };
    const made = await connection.call('promote', asked).catch((error: unknown) => {
      // The command is given again because its answer was lost.
      if (isReleaseRefusal(error) && error.code === 'ALREADY_CURRENT') return null;
      return sayDoneOnce(error, AGAIN);
    });
    lines.push(made ? `Serving them in snapshot ${made.number}.` : `${channel} serves them already.`);
    return { json: { published, channel, ...made }, text: lines.join('\n') };
  },
};
