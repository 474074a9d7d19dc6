import { readdirSync } from 'node:fs';
import path from 'node:path';
import { openBuildFolder, openStockFolder, parseDescriptor } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../../src/refusal.ts';
import type { Command } from '../command.ts';
import { publishFolder, type Connection } from '../connection.ts';
import { freshBuild, workspaceTools } from '../fresh-build.ts';
import type { Options } from '../options.ts';

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
  { values, buildsFolder, storage }: Options,
  names: readonly string[],
  lines: string[],
): Promise<{ name: string; buildId: string; isNew: boolean }[]> {
  const all = () => readdirSync(buildsFolder).filter((name) => name === 'shell' || name.startsWith('mf-'));
  const published: { name: string; buildId: string; isNew: boolean }[] = [];
  for (const name of names.length > 0 ? names : all()) {
    const found = values.dist
      ? await finished(path.resolve(values.dist))
      : await freshBuild(path.join(buildsFolder, name), workspaceTools, { sourceMaps: values.maps });
    if (!found) {
      if (names.length === 0) continue;
      throw new ReleaseRefusal('BUILD_UNKNOWN', `${values.dist ?? path.join(buildsFolder, name)} holds no build.`);
    }
    const { name: built } = parseDescriptor(found.folder.payload);
    if (built !== name) throw new ReleaseRefusal('REQUEST_INVALID', `This is a build of ${built}, not of ${name}.`);
    if (found.isBuiltNow) lines.push(`${name} was built first: its sources had changed.`);
    const { buildId, isNew } = await publishFolder(connection, found.folder, storage);
    lines.push(`${name} ${buildId} ${isNew ? 'published' : 'was published before'}`);
    published.push({ name, buildId, isNew });
  }
  return published;
}

/** Published and, with --promote, served: the builds in `dist`, made first where sources have changed since. */
export const publishCommand: Command = {
  on: 'releases',
  usage: 'publish [remote …] [--promote] [--maps]',
  about:
    'keep the builds in dist, built first where sources have changed; all of them when none is named (--dist folder: one finished build, as CI or the module-federation plugin of webpack or Rspack made it); --maps: with source maps, which are served to nobody',
  examples: ['publish mf-wizard', 'publish mf-wizard --promote', 'publish mf-wizard --dist ./artifact'],
  async run(connection, options) {
    const { names, values } = options;
    if (values.dist) options.remote(); // a folder holds one build
    const lines: string[] = [];
    const published = await publishNamed(connection, options, names, lines);
    if (!values.promote) return { json: { published }, text: lines.join('\n') };
    const { channel, reason, override } = values;
    const builds = published.map(({ name, buildId: build }) => ({ name, build }));
    const made = await connection.call('promote', { channel, builds, reason, override });
    lines.push(`Serving them in snapshot ${made.number}.`);
    return { json: { published, ...made }, text: lines.join('\n') };
  },
};
