import type { Dependent } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import type { BuildSet } from './build-set.ts';

const SHARED = './shared/';

/** Names that `user` imports of what the shell gives: `react useState`. A module that is loaded later counts as a whole. */
function namesTaken(of: BuildDescriptor, user: BuildDescriptor): string[] {
  if (of.name !== 'shell') return [];
  const names = Object.entries(user.uses?.names ?? {}).flatMap(([request, list]) =>
    of.offers?.[request] === undefined ? [] : list.map((name) => `${request} ${name}`),
  );
  const later = Object.values(user.exposes).flatMap((chain) => chain.later ?? []);
  const modules = later.filter((name) => `${SHARED}${name}` in of.exposes);
  return [...new Set([...names, ...modules])].sort();
}

/** Which builds of a channel take slots, pages or names from this remote; each of them once, by name. */
export function dependentsOf(remote: string, builds: BuildSet): Dependent[] {
  const of = builds[remote];
  if (!of) return [];
  const routes = new Set(of.config.routes.map(({ path }) => path));
  return Object.values(builds)
    .filter(({ name }) => name !== remote)
    .map((user) => ({
      remote,
      by: user.name,
      slots: (user.uses?.slots ?? []).filter((slot) => slot in of.config.slots).sort(),
      links: (user.uses?.links ?? []).filter((link) => routes.has(link)).sort(),
      names: namesTaken(of, user),
    }))
    .filter(({ slots, links, names }) => slots.length + links.length + names.length > 0)
    .sort((one, other) => (one.by < other.by ? -1 : 1));
}
