import type { BuildDescriptor } from '@redress/contracts/releases';
import type { SnapshotBuilds } from '../store/schema.ts';

/** The builds a channel serves, the shell among them, by name. */
export type BuildSet = Readonly<Record<string, BuildDescriptor>>;

export const readBuildSet = async (
  { registry }: { registry: { find: (name: string, buildId: string) => Promise<BuildDescriptor> } },
  builds: SnapshotBuilds,
): Promise<BuildSet> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(builds).map(async ([name, { current }]) => [name, await registry.find(name, current)] as const),
    ),
  );
