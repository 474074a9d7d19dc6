import type { GraphNode, ReleaseGraph } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import type { ReleaseCore } from '../release-core.ts';

const unique = (items: readonly string[]) => [...new Set(items)].sort();

/** Remotes, slots and shared packages of these builds, and what closes when one of them goes off. */
function graphOf(
  builds: readonly BuildDescriptor[],
  off: ReadonlySet<string>,
): Omit<ReleaseGraph, 'channel' | 'number' | 'createdAt'> {
  const others = (name: string) => builds.filter((build) => build.name !== name);
  const fillerOf = (slot: string) => builds.find(({ config }) => slot in config.slots)?.name ?? null;
  const drawersOf = (slot: string) => builds.filter(({ uses }) => uses?.slots.includes(slot)).map(({ name }) => name);
  const slots = unique(builds.flatMap(({ config, uses }) => [...Object.keys(config.slots), ...(uses?.slots ?? [])]));
  const shell = builds.find(({ name }) => name === 'shell');
  const packages = unique(builds.flatMap(({ shared }) => Object.keys(shared)));
  return {
    nodes: builds.map(({ name, buildId, version, owner, config, uses }): GraphNode => ({
      name,
      buildId,
      version,
      owner,
      isOff: off.has(name),
      routes: config.routes.map(({ path }) => path),
      fills: Object.keys(config.slots).sort(),
      draws: uses ? unique(uses.slots) : null,
      links: unique(uses?.links ?? []),
    })),
    slots: slots.map((slot) => ({ name: slot, filledBy: fillerOf(slot), drawnBy: drawersOf(slot) })),
    packages: packages.map((name) => ({
      name,
      provided: shell?.shared[name]?.provides ? shell.shared[name].version : null,
      users: builds.flatMap(({ name: user, shared, uses }) => {
        const asked = shared[name];
        if (!asked || asked.provides) return [];
        return [{ name: user, version: asked.version, names: uses?.names?.[name] ?? null }];
      }),
    })),
    ifOff: builds
      .filter(({ name }) => name !== 'shell')
      .map(({ name, config }) => {
        const routes = config.routes.map(({ path }) => path);
        return {
          name,
          routes,
          slots: Object.keys(config.slots)
            .sort()
            .map((slot) => ({ name: slot, pagesOf: drawersOf(slot).filter((drawer) => drawer !== name) })),
          linkedFrom: others(name)
            .filter(({ uses }) => uses?.links.some((link) => routes.includes(link)))
            .map((other) => other.name),
        };
      }),
  };
}

/** The graph of what a channel serves. Empty before its first snapshot. */
export async function readGraph(
  { channels, registry }: Pick<ReleaseCore, 'channels' | 'registry'>,
  channel: string,
): Promise<ReleaseGraph> {
  const { number, createdAt, remotes } = await channels.status(channel);
  const builds = await Promise.all(remotes.map(({ name, buildId }) => registry.find(name, buildId)));
  const off = new Set(remotes.filter((remote) => remote.off !== null).map(({ name }) => name));
  return { channel, number, createdAt, ...graphOf(builds, off) };
}
