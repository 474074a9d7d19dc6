import {
  type Host,
  type Reporter,
  SnapshotError,
  createReleaseFollower,
  createReleaseKeys,
  openReleaseStream,
  pollReleases,
  variantQuery,
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
  type SignedTrust,
} from '@redress/contracts/releases';
import { observeVitals, watchErrors } from '@redress/telemetry/browser';
import { createRefusals } from './refusals.ts';
import { createReleaseNotice } from './release-notice.ts';

export { watchConnection } from '../notices/connection.ts';

const FETCH_LIMIT_MS = 2000;

interface FollowingPort {
  host: Host;
  page: PageData;
  reporter: Reporter;
  onShellOutdated(): void;
}

/** Asks the site for the release of now, and believes what a known key signed. */
function releasesFor(host: Host, page: PageData) {
  const keys = createReleaseKeys(page);
  const ask = async (route: string, cache: RequestCache): Promise<unknown> => {
    const response = await fetch(route + variantQuery(host.snapshot()), {
      cache,
      signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`${route}: ${response.status}`);
    return response.json();
  };
  /** Keys may have changed since this document: what no known key signed is looked at again with those of now. */
  const withKeys = async <T>(work: (keys: PageData['releaseKeys']) => Promise<T>): Promise<T> => {
    try {
      return await work(keys.current());
    } catch (error) {
      if (!(error instanceof SnapshotError) || error.reason !== 'unknown-key') throw error;
      await keys.learn(
        (await ask(RELEASE_ROUTES.trust, 'no-store')) as SignedTrust,
        host.snapshot().channel,
        new Date(),
      );
      return work(keys.current());
    }
  };
  const fetchSnapshot = async () => {
    // The browser asks with the ETag of what it has; most answers are a 304.
    const signed = (await ask(RELEASE_ROUTES.snapshot, 'no-cache')) as SignedSnapshot;
    const { channel, number } = host.snapshot();
    return withKeys((known) => verifySnapshot(signed, { keys: known, now: new Date(), current: { channel, number } }));
  };
  const fetchChannelNumber = async () => {
    const signed = (await ask(RELEASE_ROUTES.freshness, 'no-store')) as SignedFreshness;
    const { channel } = host.snapshot();
    return withKeys((known) => verifyFreshness(signed, { keys: known, channel }));
  };
  return { fetchSnapshot, fetchChannelNumber };
}

/**
 * What a tab does beside showing pages: follows releases, reports vitals and errors by remote and build. Loaded when the
 * page is idle.
 */
export function startFollowing({ host, page, reporter, onShellOutdated }: FollowingPort) {
  const { fetchSnapshot, fetchChannelNumber } = releasesFor(host, page);
  const onRefused = createRefusals({
    report: (detail) => add(host.snapshot().shell, 'integrity-refused', undefined, detail),
    onShellOutdated,
  });
  const follower = createReleaseFollower({
    host,
    fetchSnapshot,
    givesTyped: page.forDevelopers === true,
    takeInPlace: page.forDevelopers
      ? (next) =>
          import(/* webpackChunkName: "take-in-place" */ './take-in-place.ts').then(({ takeInPlace }) =>
            takeInPlace(next),
          )
      : undefined,
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

  return { pageChanged: follower.pageChanged, look: follower.look };
}
