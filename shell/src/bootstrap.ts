import { setLocale } from '@redress/copy';
import {
  type Host,
  type OwnedRoute,
  createHost,
  createPinnedLoader,
  createReporter,
  isAnyTouched,
  openDocumentSnapshot,
  publishPinnedLoader,
  readPageData,
  readSignedSnapshot,
} from '@redress/mf-runtime/host';
import { getStore } from '@redress/session-store';
import { REGIONS, region } from './frame/regions.ts';
import '@redress/ui/styles.css';
import './frame/frame.module.css';
import type { Consent } from './consent/consent.ts';
import { watchHelp } from './help/watch-help.ts';
import { savesData, untilLoaded, whenIdle } from './idle.ts';
import { watchLinks } from './navigation/links.ts';
import { createNavigate } from './navigation/navigate.ts';
import { watchPageChanges } from './navigation/page-changes.ts';
import { apiClient } from './platform/api-client.ts';
import { tolerateReplacedNodes } from './platform/rewritten-page.ts';
import { createShareScope } from './platform/share-scope.ts';
import { registerShellApplications } from './platform/shell-applications.ts';
import { fetchPart, isWrongPart } from './release/fetch-part.ts';
import { followAccount } from './session/follow-account.ts';
import { isLikelyNext, mayShow, redirectFor } from './session/guard.ts';
import { leaveDocument } from './session/leave-document.ts';
import { createSessionStart } from './session/session-start.ts';
import { followSignInDocument } from './session/sign-in-document.ts';
import { showSessionLink } from './session/session-link.ts';

/**
 * Verifies the release, then puts the page's remote on the screen; everything that can wait is loaded when idle.
 * @throws {SnapshotError} when the document's release must not be used
 */
export async function startSite(): Promise<void> {
  tolerateReplacedNodes();
  const page = readPageData();
  followSignInDocument();
  setLocale(page.locale);
  const { snapshot, isVerified } = await openDocumentSnapshot(readSignedSnapshot(), {
    keys: page.releaseKeys,
    now: new Date(),
  });

  const reporter = createReporter({
    describe: (error) =>
      import(/* webpackChunkName: "following" */ './release/describe.ts').then(({ describe }) => describe(error)),
  });
  const reportFile = (build: { name: string; buildId: string }, detail: string) =>
    reporter.add({
      remote: build.name,
      buildId: build.buildId,
      snapshot: host.snapshot().number,
      kind: 'integrity-refused',
      detail: detail.slice(0, 200),
    });
  const loader = createPinnedLoader({
    onRefused: (url) => reportFile(snapshot.shell, url.slice(-200)),
    onFailed: (url, integrity) =>
      void import(/* webpackChunkName: "following" */ './release/compare-file.ts').then(
        ({ compareFile }) => compareFile(url, integrity, reportFile),
        // Without a network there is nothing to compare.
        () => undefined,
      ),
  });
  loader.trust(snapshot.shell);
  publishPinnedLoader(loader);

  let isShellOutdated = false;
  let following: { pageChanged(): void; look(): void } | undefined;
  let consent: Consent | undefined;
  /**
   * The code of consent is loaded late. Whoever goes from a private page to a public one before it has come would stay in
   * a document in which tags may never run, so that what was agreed to is not done there: a document is loaded instead.
   */
  const mayMissTags = ({ route }: OwnedRoute) =>
    page.consent !== undefined &&
    consent === undefined &&
    route.documentClass === 'public' &&
    host.routeOf(location.pathname)?.route.documentClass === 'private';
  const wantsDocument = (target: OwnedRoute) =>
    (isShellOutdated || (consent?.wantsDocument(target) ?? mayMissTags(target))) &&
    !host.hasUnsaved() &&
    navigator.onLine;
  const navigate = createNavigate({ host: () => host, wantsDocument });
  const setTitle = (title: string) => {
    document.title = `${title} · ${page.header.site_title}`;
  };
  const announce = (text: string) => {
    region(REGIONS.announcer).textContent = text;
  };

  const shareScope = createShareScope(__REDRESS_SHARED_VERSIONS__);
  // Where it does not arrive, the page is the one that visitors have.
  const takeModule = page.forDevelopers
    ? await import(/* webpackChunkName: "federation-runtime" */ './platform/federation-runtime.ts').then(
        ({ hostByFederationRuntime }) => hostByFederationRuntime(shareScope),
        () => undefined,
      )
    : undefined;

  let isFirstShown = true;
  /** All that the first page itself needs is there: only then anything is fetched ahead. */
  let isSettled = () => {};
  const settled = new Promise<void>((resolve) => (isSettled = resolve));
  const host: Host = createHost({
    page,
    snapshot,
    loader,
    shareScope,
    takeModule,
    mayShow,
    setTitle,
    announce,
    navigate,
    report: (report, error) => reporter.add({ ...report, snapshot: host.snapshot().number }, error),
    parts: {
      fetchPart,
      onFailed(name, error) {
        if (isWrongPart(error)) reportFile(snapshot.shell, `the release list of ${name} is not that of the release`);
        // A newer release may have taken the place of the one it belongs to.
        following?.look();
      },
    },
    ahead: { pause: () => settled.then(whenIdle), mayFetch: () => !savesData(), isLikely: isLikelyNext },
    onShown() {
      if (!isFirstShown) return;
      isFirstShown = false;
      void afterFirstScreen();
    },
  });

  const session = createSessionStart(() => {
    pages.changed();
    refresh();
  });
  let isLoggingOut = false;
  /** @returns whether the visitor is sent to another page */
  const redirect = (): boolean => {
    // The document of the sign-in page is on its way: a form drawn here meanwhile would lose what is typed into it.
    const target = isLoggingOut ? null : redirectFor(host.routeOf(location.pathname), location);
    if (target) navigate(target, { replace: true });
    return target !== null;
  };
  const refresh = () => {
    if (!redirect()) host.refresh();
  };

  const afterFirstScreen = async () => {
    await whenIdle();
    session.begin();
    void untilLoaded(() => import(/* webpackChunkName: "following" */ './frame/toasts.tsx')).then(({ drawToasts }) =>
      drawToasts(),
    );
    const { startFollowing, watchConnection } = await untilLoaded(
      () => import(/* webpackChunkName: "following" */ './release/following.ts'),
    );
    watchConnection({ announce, holdsInput: () => host.hasUnsaved() || isAnyTouched() });
    if (isVerified) {
      following = startFollowing({ host, page, reporter, onShellOutdated: () => (isShellOutdated = true) });
    } else if (!savesData()) {
      void host.completeSnapshot();
    }
    if (page.consent) {
      const { startConsent } = await untilLoaded(
        () => import(/* webpackChunkName: "consent" */ './consent/consent.ts'),
      );
      consent = startConsent({ page: { ...page, consent: page.consent }, host, reload: () => location.reload() });
    }
    isSettled();
  };

  const pages = registerShellApplications({
    host,
    session,
    async logOut() {
      isLoggingOut = true;
      isLoggingOut = await apiClient.load().then(
        async ({ signOut }) => (await signOut()).error === undefined,
        () => false,
      );
      if (!isLoggingOut) return false;
      // A document load: nothing of this person stays in the memory of the page, nor of one that the page cache restores.
      addEventListener('pageshow', leaveDocument);
      location.assign('/login');
      return true;
    },
  });

  watchPageChanges({
    host,
    setTitle,
    announce,
    onRouted(isOtherPage) {
      if (host.routeOf(location.pathname)?.route.guarded) session.begin();
      pages.changed();
      if (isOtherPage) {
        following?.pageChanged();
        host.fetchLikely();
      }
      consent?.pageChanged();
      redirect();
    },
  });
  // First: a press on the help link that opens the help beside the page is not followed.
  watchHelp({
    page,
    navigate,
    hasSteps: () => !['shell', undefined].includes(host.routeOf(location.pathname)?.owner),
  });
  watchLinks({ navigate, prefetch: host.prefetch, isPage: (pathname) => host.routeOf(pathname) !== undefined });

  let status = getStore().getState().session.status;
  getStore().subscribe(() => {
    const next = getStore().getState().session.status;
    if (next === status) return;
    status = next;
    if (next === 'leaving') return leaveDocument();
    showSessionLink(status === 'authenticated');
    pages.changed();
    refresh();
    host.fetchLikely();
  });

  // Before the session is asked for, so that a sign-out in another tab, or here at once, is noticed.
  followAccount();
  const first = host.routeOf(location.pathname);
  // The session is waited for by guarded pages, and by others that no document brings drawn (/result).
  if (first?.route.guarded || !document.querySelector('[data-screen]')) session.begin();
  host.start();
  host.fetchLikely();
  // A page of the shell's own, one that waits for the session, or one that is switched off shows no remote: the rest
  // starts all the same.
  if (!first || first.off || first.owner === 'shell' || first.route.guarded) {
    isFirstShown = false;
    void afterFirstScreen();
  }
}
