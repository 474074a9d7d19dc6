import type { SnapshotBuild } from '@redress/contracts/releases';
import type { FailedBuilds, RemoteBuilds } from './failed-builds.ts';
import { type FailureKind, failureKind } from './limits.ts';

export interface FailureOnScreen {
  broken: SnapshotBuild;
  builds: RemoteBuilds;
  error: unknown;
  /** Something typed would be lost by taking the broken build down. */
  holdsInput: boolean;
}

/**
 * Reports a build that failed after it was shown, and loads the one that may take its place. Loads first: without a
 * network no build comes, and what is on screen is better than a panel.
 * @returns whether another build is ready; `candidates` then begins with it
 */
export async function canReplace(
  { broken, builds, error, holdsInput }: FailureOnScreen,
  port: {
    failed: FailedBuilds;
    report(build: SnapshotBuild, kind: FailureKind, detail: { error: unknown }): void;
    load(build: SnapshotBuild): Promise<unknown>;
  },
): Promise<boolean> {
  const kind = failureKind(error, 'render-error');
  port.report(broken, kind, { error });
  const other = port.failed.other(broken, builds);
  // When only a part did not come the rest still works: then nothing typed is given up for it.
  if (!other || (kind === 'load-failed' && holdsInput)) return false;
  try {
    await port.load(other);
  } catch (cause) {
    port.report(other, failureKind(cause, 'load-failed'), { error: cause });
    return false;
  }
  port.failed.add(broken);
  return true;
}
