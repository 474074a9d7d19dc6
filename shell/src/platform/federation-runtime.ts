import { createInstance } from '@module-federation/runtime';
import type { ShareScope, TakeModule } from '@redress/mf-runtime/host';
import { buildBase } from '@redress/contracts/releases';

type Container = Awaited<
  ReturnType<NonNullable<Parameters<typeof createInstance>[0]['plugins']>[number]['loadEntry'] & {}>
> & {};
const globals = globalThis as unknown as Record<string, unknown>;

/**
 * The runtime of module federation as the host, in a page of developers: its devtools see the remotes of the snapshot, and
 * plugins take part. Files still come by the pinned loader, and what is shared is what visitors get. No visitor loads it.
 * @see decision 0112
 */
export function hostByFederationRuntime(scope: ShareScope): TakeModule {
  const shared = Object.fromEntries(
    Object.entries(scope).map(([request, versions]) => [
      request,
      Object.entries(versions).map(([version, { get }]) => ({
        version,
        get: () => Promise.resolve(get()),
        strategy: 'loaded-first' as const,
        shareConfig: { singleton: true, requiredVersion: `^${version}`, strictVersion: true },
      })),
    ]),
  );
  /** Containers by the address of their entry. The runtime deletes the global of a build when another one takes its name. */
  const containers = new Map<string, Container>();
  const host = createInstance({
    name: 'shell',
    remotes: [],
    shared,
    shareStrategy: 'loaded-first',
    plugins: [
      {
        name: 'redress-pinned',
        // The entry has come by the pinned loader, and registered itself. The runtime never fetches one.
        loadEntry({ remoteInfo: { entry } }) {
          const container = containers.get(entry);
          return container ? Promise.resolve(container) : Promise.reject(new Error(`${entry} registered nothing`));
        },
      },
    ],
  });

  /** Build that the runtime knows under the name of its remote. */
  const known = new Map<string, string>();
  const takeNow: TakeModule = async (build, expose) => {
    const { name, buildId, globalName } = build;
    const entry = new URL(buildBase(build) + build.entry, location.origin).href;
    const arrived = globals[globalName] as Container | undefined;
    if (arrived) containers.set(entry, arrived);
    if (known.get(name) !== buildId) {
      host.registerRemotes([{ name, entry, entryGlobalName: globalName, type: 'var' }], { force: known.has(name) });
      known.set(name, buildId);
    }
    try {
      return await host.loadRemote(`${name}/${expose.slice(2)}`);
    } catch (error) {
      // Asked again, the entry is evaluated anew, and the runtime must not keep the container of before.
      known.set(name, '');
      throw error;
    }
  };
  // The runtime has one build of a remote at a time.
  const turns = new Map<string, Promise<unknown>>();
  return (build, expose) => {
    const turn = (turns.get(build.name) ?? Promise.resolve()).then(() => takeNow(build, expose));
    turns.set(
      build.name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}
