import type { RemoteReport, SnapshotBuild } from '@redress/contracts/releases';

export interface RemoteBuilds {
  current: SnapshotBuild;
  lastGood: SnapshotBuild | null;
}

/** Which builds failed in this tab, so that a page or slot that fell back does not meet the same failure again. */
export function createFailedBuilds() {
  const ids = new Set<string>();
  const allOf = ({ current, lastGood }: RemoteBuilds) =>
    lastGood && lastGood.buildId !== current.buildId ? [current, lastGood] : [current];
  return {
    add: ({ buildId }: { buildId: string }) => void ids.add(buildId),
    /** Every build of a remote in the order to try them: one that failed is tried last. */
    candidates: (builds: RemoteBuilds): SnapshotBuild[] =>
      allOf(builds).sort((a, b) => Number(ids.has(a.buildId)) - Number(ids.has(b.buildId))),
    /** A build that may take the place of one that has failed. */
    other: (failed: { buildId: string }, builds: RemoteBuilds): SnapshotBuild | undefined =>
      allOf(builds).find(({ buildId }) => buildId !== failed.buildId && !ids.has(buildId)),
    /** A newer snapshot is here: every build may be tried again. */
    clear: () => ids.clear(),
  };
}
export type FailedBuilds = ReturnType<typeof createFailedBuilds>;

/**
 * What a build is reported with. One that took the place of the current one runs where that one has failed: how it fares
 * there speaks neither for nor against it, and is no failure of a build that others have.
 */
export const countedKind = (
  of: RemoteBuilds | undefined,
  { buildId }: SnapshotBuild,
  kind: RemoteReport['kind'],
): RemoteReport['kind'] =>
  of && buildId !== of.current.buildId && buildId === of.lastGood?.buildId ? 'fell-back' : kind;
