import type { RemoteRoute, Snapshot, SnapshotBuild } from '@redress/contracts/releases';

/** A path of the site and who draws it. */
export interface SiteRoute {
  route: RemoteRoute;
  /** `shell` for the shell's own pages; `null` when the owner is switched off. */
  owner: SnapshotBuild | null;
}

/** Every route of a snapshot; the site knows no path by itself. */
export function siteRoutes(snapshot: Snapshot): SiteRoute[] {
  const builds = [snapshot.shell, ...Object.values(snapshot.remotes).map(({ current }) => current)];
  return [
    ...builds.flatMap((owner) => owner.routes.map((route) => ({ route, owner }))),
    ...Object.values(snapshot.off ?? {}).flatMap(({ routes }) => routes.map((route) => ({ route, owner: null }))),
  ];
}
