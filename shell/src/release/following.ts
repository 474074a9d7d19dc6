import {
  type Host,
  type Reporter,
  SnapshotError,
  createReleaseFollower,
  openReleaseStream,
  pollReleases,
  watchHandlers,
  verifyFreshness,
  verifySnapshot,
} from '@redress/mf-runtime/host';
import {
  FILES_FOLDER,
  type PageData,
  RELEASE_ROUTES,
  type SignedFreshness,
  type SignedSnapshot,
} from '@redress/contracts/releases';
import { observeVitals, watchErrors } from '@redress/telemetry/browser';
import { createReleaseNotice } from './release-notice.ts';

export { watchConnection } from '../notices/connection.ts';

const FETCH_LIMIT_MS = 2000;

interface FollowingPort {
  host: Host;
  page: PageData;
  reporter: Reporter;
  onShellOutdated(): void;
}

/**
 * What a tab does beside showing pages: follows releases, reports vitals and errors by remote and build. Loaded when the
 * page is idle.
 */
export function startFollowing({ host, page, reporter, onShellOutdated }: FollowingPort): { pageChanged(): void } {
  const fetchSnapshot = async () => {
    // The browser asks with the ETag of what it has; most answers are a 304.
    const response = await fetch(RELEASE_ROUTES.snapshot, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`${RELEASE_ROUTES.snapshot}: ${response.status}`);
    const { channel, number } = host.snapshot();
    const signed = (await response.json()) as SignedSnapshot;
    return verifySnapshot(signed, { keys: page.releaseKeys, now: new Date(), current: { channel, number } });
  };
  const fetchChannelNumber = async () => {
    const response = await fetch(RELEASE_ROUTES.freshness, {
      cache: 'no-store',
      signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`${RELEASE_ROUTES.freshness}: ${response.status}`);
    const { channel } = host.snapshot();
    return verifyFreshness((await response.json()) as SignedFreshness, { keys: page.releaseKeys, channel });
  };
  const refusals = new Set<string>();
  function onRefused(error: unknown): void {
    // A site that cannot be reached is asked again later. What arrived and must not be used is reported, once.
    if (!(error instanceof SnapshotError) || refusals.has(error.reason)) return;
    refusals.add(error.reason);
    // Keys may have changed since this document: the next page is a document of its own, with the keys of then.
    if (error.reason === 'unknown-key') onShellOutdated();
    add(host.snapshot().shell, 'integrity-refused', undefined, error.message);
  }
  const follower = createReleaseFollower({
    host,
    fetchSnapshot,
    onWaiting(waiting) {
      showWaiting(waiting);
      if (waiting.has('shell')) onShellOutdated();
    },
    onRefused,
  });
  const showWaiting = createReleaseNotice((remote) => void follower.agree(remote));
  openReleaseStream({ onNumber: follower.announced });
  // The document may have come from a cache that is behind, and another tab may hold the stream.
  fetchChannelNumber().then(follower.announced, onRefused);
  pollReleases(follower.look);
  const releasedOf = (name: string) => {
    const { shell, remotes } = host.snapshot();
    const remote = remotes[name];
    return name === 'shell' ? [shell] : [remote?.current, remote?.lastGood].filter((build) => !!build);
  };
  watchHandlers(host.controller, (name) => releasedOf(name).map(({ buildId }) => buildId));

  /**
   * Whose script an address belongs to: `/assets/{name}/{version}-{buildId}/…`, or a file that builds of a remote have in
   * common, which counts for the one that is shown.
   */
  const ownerOf = (source: string) => {
    const [, name, folder = ''] = /\/assets\/([a-z0-9-]+)\/([^/]+)\//.exec(source) ?? [];
    if (!name) return undefined;
    if (folder === FILES_FOLDER) return host.controller(name)?.mounted() || releasedOf(name)[0];
    const [buildId] = /[0-9a-f]{12}$/.exec(folder) ?? [];
    return buildId ? { name, buildId } : undefined;
  };
  const onScreen = () => {
    const owner = host.routeOf(location.pathname)?.owner;
    return (owner && host.controller(owner)?.mounted()) || host.snapshot().shell;
  };
  const add = (
    build: { name: string; buildId: string },
    kind: 'vital' | 'render-error' | 'integrity-refused',
    value: number | undefined,
    detail: string | undefined,
    error?: unknown,
  ) =>
    reporter.add(
      {
        remote: build.name,
        buildId: build.buildId,
        snapshot: host.snapshot().number,
        kind,
        ...(value === undefined ? {} : { value }),
        ...(detail === undefined ? {} : { detail }),
      },
      error,
    );
  observeVitals(({ name, value }) => add(onScreen(), 'vital', value, name));
  watchErrors(({ error, source }) => {
    // An error of no script of ours (an extension, a browser's own notice) must not count against a release.
    const owner = ownerOf(source);
    if (owner) add(owner, 'render-error', undefined, undefined, error);
  });

  return { pageChanged: follower.pageChanged };
}
