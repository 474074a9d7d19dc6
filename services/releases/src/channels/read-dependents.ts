import type { ReleaseDependents } from '@redress/contracts/release-api';
import { readBuildSet } from '../gate/build-set.ts';
import { dependentsOf } from '../gate/dependents.ts';
import type { ReleaseCore } from '../release-core.ts';

/** Who depends on a remote of what a channel serves. Nobody before its first snapshot. */
export async function readDependents(
  core: Pick<ReleaseCore, 'channels' | 'registry'>,
  { channel, remote }: { channel: string; remote: string },
): Promise<ReleaseDependents> {
  const builds = await readBuildSet(core, (await core.channels.current(channel))?.builds ?? {});
  const { routes = [], slots = {} } = builds[remote]?.config ?? {};
  return {
    routes: routes.map(({ path }) => path),
    slots: Object.keys(slots).sort(),
    dependents: dependentsOf(remote, builds),
    unknown: Object.values(builds).flatMap(({ name, uses }) => (uses || name === remote ? [] : [name])),
  };
}
