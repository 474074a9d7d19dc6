import { type TabSnapshot, readPart, withBuilds } from './document-snapshot.ts';
import type { RemoteBuilds } from './failed-builds.ts';
import { LIMITS_MS, lineFactor, RemoteError, withinLimit } from './limits.ts';
import { SnapshotError } from './snapshot.ts';

export interface KnownBuildsPort {
  /**
   * Fetches the text of a part by its digest.
   * @param again - past a cache that may hold a bad answer
   */
  fetchPart(digest: string, again: boolean): Promise<string>;
  /** A part did not come, or was another text than the release says. */
  onFailed(name: string, error: unknown): void;
  /** Its builds are known now: their files may be loaded. */
  onKnown(builds: RemoteBuilds): void;
  retryAfterMs?: () => number;
}

/** The snapshot in use, whose parts come as they are needed. Like every file, a part is fetched twice before it counts as failed. */
export function createKnownBuilds(
  initial: TabSnapshot,
  { fetchPart, onFailed, onKnown, retryAfterMs = () => 100 + Math.random() * 300 }: KnownBuildsPort,
) {
  let snapshot = initial;
  const coming = new Map<string, Promise<RemoteBuilds>>();

  const fetchOnce = async (name: string, digest: string, again: boolean) =>
    readPart(
      name,
      await withinLimit(fetchPart(digest, again), LIMITS_MS.snapshot, `the release list of ${name}`, lineFactor),
      digest,
    );

  const fetchBuilds = async (name: string, digest: string): Promise<RemoteBuilds> => {
    try {
      return await fetchOnce(name, digest, false).catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs()));
        return fetchOnce(name, digest, true);
      });
    } catch (error) {
      onFailed(name, error);
      const kind = error instanceof SnapshotError ? 'integrity-refused' : 'load-failed';
      throw new RemoteError(kind, `the release list of ${name} did not come`, { cause: error });
    }
  };

  /**
   * The builds of a remote; fetched first where the document did not bring them.
   * @returns undefined: the release has no such remote
   * @throws {RemoteError} when they could not be had; asking again fetches again
   */
  const of = async (name: string): Promise<RemoteBuilds | undefined> => {
    const known = Object.hasOwn(snapshot.remotes, name) ? snapshot.remotes[name] : undefined;
    const digest = snapshot.rest?.[name]?.part;
    if (known || digest === undefined) return known;
    const fetching = coming.get(digest) ?? fetchBuilds(name, digest).finally(() => coming.delete(digest));
    coming.set(digest, fetching);
    const isWanted = () => snapshot.rest?.[name]?.part === digest;
    // Another snapshot may have come meanwhile: then its builds count, also where the part of the one before did not come.
    const builds = await fetching.catch((error: unknown) => {
      if (isWanted()) throw error;
    });
    if (!builds || !isWanted()) return of(name);
    snapshot = withBuilds(snapshot, name, builds);
    onKnown(builds);
    return builds;
  };

  return {
    snapshot: () => snapshot,
    /** Another snapshot is in use. */
    replace: (next: TabSnapshot) => void (snapshot = next),
    of,
  };
}
