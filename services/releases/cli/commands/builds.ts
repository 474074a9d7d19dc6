import type { ServedBuild } from '@redress/contracts/release-api';
import { said, type Command } from '../command.ts';
import { fieldsOf, optionsOf } from '../fields.ts';
import { printBuilds } from '../print.ts';

/** Rows shown unless `--limit` says another number. */
const SHOWN = 20;
/** More than any list of builds shows of one remote. */
const MOST_SERVED = 500;

/** Published builds; of one remote with when each of them served, and which are marked bad. */
export const buildsCommand: Command = {
  names: '[remote]',
  about: 'published builds, newest first; of one remote also when each served the channel, and which are marked bad',
  options: { ...optionsOf(fieldsOf('builds').filter(({ name }) => name !== 'name')), channel: 'text' },
  examples: ['builds mf-wizard', 'builds mf-wizard --limit 50 --before mf-wizard@0123456789ab'],
  async run(typed, releases) {
    const { channel, names, text } = typed;
    const remote = names.length === 0 ? undefined : typed.remote();
    const { call } = await releases();
    const page = { limit: Number(text('limit') ?? SHOWN), before: text('before') };
    const builds = await call('builds', { name: remote, ...page });
    if (remote === undefined) return said(builds, (all) => printBuilds(all));
    const served = await call('servedBuilds', { channel, remote, limit: MOST_SERVED });
    const byId = new Map<string, ServedBuild>(served.map((build) => [build.buildId, build]));
    const all = builds.map((build) => ({ ...build, served: byId.get(build.buildId) ?? null }));
    return said(all, (shown) => printBuilds(shown));
  },
};
