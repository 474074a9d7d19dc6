import {
  type Host,
  type Reporter,
  createReleaseFollower,
  openReleaseStream,
  watchHandlers,
  verifySnapshot,
} from '@redress/mf-runtime/host';
import { type PageData, RELEASE_ROUTES, type SignedSnapshot } from '@redress/contracts/releases';
import { observeVitals, watchErrors } from '@redress/telemetry/browser';
import { createReleaseNotice } from './release-notice.ts';

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
    const response = await fetch(RELEASE_ROUTES.snapshot, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(FETCH_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`${RELEASE_ROUTES.snapshot}: ${response.status}`);
    const { channel, number } = host.snapshot();
    const signed = (await response.json()) as SignedSnapshot;
    return verifySnapshot(signed, { keys: page.releaseKeys, now: new Date(), current: { channel, number } });
  };
  const follower = createReleaseFollower({
    host,
    fetchSnapshot,
    onWaiting(names) {
      showWaiting(names);
      if (names.has('shell')) onShellOutdated();
    },
    // A refused snapshot changes nothing; the error reporter below hears of it.
    onRefused: (error) => reportError(error),
  });
  const showWaiting = createReleaseNotice((remote) => void follower.agree(remote));
  openReleaseStream(follower.heard);
  watchHandlers(host.controller);

  /** Whose script an address belongs to: `/assets/{name}/{version}-{buildId}/…`. */
  const ownerOf = (source: string) => {
    const [, name, buildId] = /\/assets\/([a-z0-9-]+)\/[^/]*-([0-9a-f]{12})\//.exec(source) ?? [];
    return name && buildId ? { name, buildId } : undefined;
  };
  const onScreen = () => {
    const owner = host.routeOf(location.pathname)?.owner;
    return (owner && host.controller(owner)?.mounted()) || host.snapshot().shell;
  };
  const add = (
    build: { name: string; buildId: string },
    kind: 'vital' | 'render-error',
    value: number | undefined,
    detail: string,
  ) =>
    reporter.add({
      remote: build.name,
      buildId: build.buildId,
      snapshot: host.snapshot().number,
      kind,
      ...(value === undefined ? {} : { value }),
      detail,
    });
  observeVitals(({ name, value }) => add(onScreen(), 'vital', value, name));
  watchErrors(({ detail, source }) => {
    // An error of no script of ours (an extension, a browser's own notice) must not count against a release.
    const owner = ownerOf(source);
    if (owner) add(owner, 'render-error', undefined, detail);
  });

  return { pageChanged: follower.pageChanged };
}
