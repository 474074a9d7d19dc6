import type { ReleaseDependents } from '@redress/contracts/release-api';
import type { ReleaseCore } from '../release-core.ts';

/** Who depends on a remote of what a channel serves, by the signed builds. Nobody before its first snapshot. */
export async function readDependents(
  { channels, registry }: Pick<ReleaseCore, 'channels' | 'registry'>,
  { channel, remote }: { channel: string; remote: string },
): Promise<ReleaseDependents> {
  const { remotes } = await channels.status(channel);
  const builds = await Promise.all(remotes.map(({ name, buildId }) => registry.find(name, buildId)));
  const others = builds.filter(({ name }) => name !== remote);
  const of = builds.find(({ name }) => name === remote);
  const routes = of?.config.routes.map(({ path }) => path) ?? [];
  const given = Object.entries(remote === 'shell' ? (of?.shared ?? {}) : {}).filter(([, { provides }]) => provides);
  const namesOf = (users: typeof builds) => users.map(({ name }) => name);
  return {
    routes,
    slots: Object.keys(of?.config.slots ?? {})
      .sort()
      .map((slot) => ({ name: slot, pagesOf: namesOf(others.filter(({ uses }) => uses?.slots.includes(slot))) })),
    linkedFrom: namesOf(others.filter(({ uses }) => uses?.links.some((link) => routes.includes(link)))),
    packages: given.sort().map(([name, { version }]) => ({
      name,
      version,
      users: others.flatMap(({ name: user, shared: { [name]: asked } }) =>
        asked && !asked.provides ? [{ name: user, version: asked.version }] : [],
      ),
    })),
    unknown: namesOf(builds.filter(({ uses }) => !uses)),
  };
}
