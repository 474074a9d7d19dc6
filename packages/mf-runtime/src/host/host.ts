import type { SlotName } from '@redress/contracts';
import { normalPath } from '@redress/contracts/releases';
import type { PageData, RemoteReport, Snapshot, SnapshotBuild } from '@redress/contracts/releases';
import { guardSecondClicks } from '@redress/ui/second-click';
import { navigateToUrl, registerApplication, start, triggerAppChange } from 'single-spa';
import { type HostPort, type LoadedSlot, installHost } from '../host-port.ts';
import type { RemoteLifecycles } from '../remote-props.ts';
import { canSave, flushRemote, isDirty } from '../safe-points.ts';
import { claimElement } from './document.ts';
import type { TabSnapshot } from './document-snapshot.ts';
import { type RemoteBuilds, countedKind, createFailedBuilds } from './failed-builds.ts';
import { type AheadPort, createFetchAhead } from './fetch-ahead.ts';
import { type KnownBuildsPort, createKnownBuilds } from './known-builds.ts';
import { LIMITS_MS, RemoteError, failureKind, withinLimit } from './limits.ts';
import { type ShareScope, type TakeModule, createModuleLoader } from './module-loader.ts';
import type { PinnedLoader } from './pinned-loader.ts';
import type { FailureOnScreen } from './recovery.ts';
import { type RemoteController, createRemoteController } from './remote-controller.ts';
import { type OwnedRoute, pageAt, routeTable, slotOwner } from './routes.ts';
import { isTouched, keepTyped, watchTyping } from './touched.ts';

export interface HostOptions {
  page: PageData;
  snapshot: TabSnapshot;
  loader: PinnedLoader;
  shareScope: ShareScope;
  /** Another host of the containers, in a page of developers. */
  takeModule?: TakeModule | undefined;
  /** Whether a page may be shown to this visitor now. Asked on every page change and on `refresh`. */
  mayShow(owned: OwnedRoute): boolean;
  /** @param error - what was thrown, as it is */
  report(report: Omit<RemoteReport, 'snapshot'>, error?: unknown): void;
  setTitle(title: string): void;
  announce(text: string): void;
  /** Goes to a path: without a document load where it may. */
  navigate(path: string, options?: { replace?: boolean }): void;
  /** A remote is on screen, or its panel (`null`). */
  onShown(remote: string, build: SnapshotBuild | null): void;
  /** Where what the document did not bring of the release comes from. */
  parts: Pick<KnownBuildsPort, 'fetchPart' | 'onFailed'>;
  /** @see AheadPort */
  ahead: Pick<AheadPort, 'pause' | 'mayFetch'> & {
    /** Whether this visitor may well go to a page, of those that the page on screen names. */
    isLikely(owned: OwnedRoute): boolean;
  };
}

export interface Host {
  start(): void;
  /** The release in use: remotes whose builds are not known yet are in `rest`. */
  snapshot(): TabSnapshot;
  /** The page a path belongs to, or undefined: not found. */
  routeOf(pathname: string): OwnedRoute | undefined;
  controller(remote: string): RemoteController | undefined;
  /** Whether any remote holds edits that are nowhere else yet. */
  hasUnsaved(): boolean;
  /** Lets every remote save what is typed, before a document is loaded in this one's place. */
  save(): Promise<void>;
  /** Uses another snapshot's builds for whatever is not on screen, and registers remotes that are new. */
  adopt(snapshot: Snapshot): void;
  /** Calls when another snapshot is in use. @returns how to stop */
  subscribe(listener: () => void): () => void;
  /** Asks `mayShow` again. */
  refresh(): void;
  prefetch(path: string): void;
  /** Fetches ahead what the route of this page says is likely to be needed next. */
  fetchLikely(): void;
  /** Asks for what is not known yet of the release, for a tab that follows no other. */
  completeSnapshot(): Promise<void>;
}

/** Ties the snapshot, the loader and single-spa together. The only caller is the shell; it knows no remote by name. */
export function createHost(options: HostOptions): Host {
  const trustBuilds = ({ current, lastGood }: RemoteBuilds) => {
    options.loader.trust(current);
    if (lastGood) options.loader.trust(lastGood);
  };
  const known = createKnownBuilds(options.snapshot, { ...options.parts, onKnown: trustBuilds });
  const { snapshot } = known;
  let routes = routeTable(snapshot());
  const modules = createModuleLoader(options.loader, options.shareScope, options.takeModule);
  const controllers = new Map<string, RemoteController>();
  const listeners = new Set<() => void>();
  const failed = createFailedBuilds();

  const report = (
    build: SnapshotBuild,
    kind: RemoteReport['kind'],
    { value, error }: { value?: number; error?: unknown } = {},
  ) =>
    options.report(
      {
        remote: build.name,
        buildId: build.buildId,
        kind: countedKind(snapshot().remotes[build.name], build, kind),
        ...(value === undefined ? {} : { value: Math.round(value) }),
      },
      error,
    );

  /** Code that few visits need; without it, as without a network, what is on screen stays. */
  const prepareOther = (failure: FailureOnScreen, expose: string) =>
    import(/* webpackChunkName: "recovery" */ './recovery.ts').then(
      ({ canReplace }) => canReplace(failure, { failed, report, load: (build) => modules.load(build, expose) }),
      () => false,
    );

  const isActive = (name: string, location: Location) => {
    const owned = pageAt(routes, location.pathname);
    return owned?.owner === name && !owned.off && options.mayShow(owned);
  };

  const register = (name: string) => {
    if (controllers.has(name)) return;
    const controller = createRemoteController(name, snapshot().remotes[name] ?? null, {
      async findBuilds() {
        const builds = await known.of(name);
        if (!builds) throw new RemoteError('load-failed', `the release has no ${name}`);
        return builds;
      },
      loadLifecycles: (build) => modules.load(build, './lifecycles') as Promise<RemoteLifecycles>,
      claimElement: (remote) => claimElement(remote, normalPath(location.pathname)),
      report,
      removeStyles: modules.removeStyles,
      failed,
      prepareOther: (broken, of, error) =>
        prepareOther(
          { broken, builds: of, error, holdsInput: isDirty(name) || (isTouched(name) && !canSave(name)) },
          './lifecycles',
        ),
      save: (remote) => withinLimit(flushRemote(remote), LIMITS_MS.flush, `${remote} saving`).catch(() => {}),
      keepTyped,
      onShown: options.onShown,
    });
    controllers.set(name, controller);
    registerApplication({
      name,
      app: () => Promise.resolve(controller.lifecycles),
      activeWhen: (location) => isActive(name, location),
    });
  };

  const ownerOfSlot = (name: string) => slotOwner(snapshot(), name);
  const buildsOf = async (owner: string | undefined) => (owner === undefined ? undefined : known.of(owner));

  const slotOf = async (build: SnapshotBuild, name: SlotName) => {
    const module = (await modules.load(build, `./slot/${name}`)) as { slot?: LoadedSlot<SlotName>['Component'] };
    if (!module.slot) throw new Error(`${build.name}: the module of ${name} exports no "slot"`);
    return module.slot;
  };

  /** Current build, then the last good one; the other way round once the current one has failed in this tab. */
  const loadSlot = async (name: SlotName): Promise<LoadedSlot<SlotName>> => {
    const started = performance.now();
    const builds = await buildsOf(ownerOfSlot(name));
    if (!builds) throw new Error(`No remote fills ${name}`);
    let failure: unknown;
    for (const build of failed.candidates(builds)) {
      try {
        const Component = await slotOf(build, name);
        const isCurrent = build === builds.current;
        if (!isCurrent) failed.add(builds.current);
        report(build, isCurrent ? 'loaded' : 'fell-back', { value: performance.now() - started });
        return { Component, buildId: build.buildId, inPlaceOf: builds.current.buildId };
      } catch (error) {
        failure = error;
        report(build, failureKind(error, 'load-failed'), { error });
      }
    }
    throw failure;
  };

  const routeAt = (path: string) => pageAt(routes, new URL(path, location.href).pathname);
  const isPath = (name: string) => name.startsWith('/');

  /** @param name - a page's path or a slot's name */
  const warm = async (name: string) => {
    const owned = isPath(name) ? routeAt(name) : undefined;
    const ofPage = owned?.off ? undefined : owned?.owner;
    // Whoever waits for it meets the same failure, which is reported.
    const builds = await buildsOf(isPath(name) ? ofPage : ownerOfSlot(name)).catch(() => undefined);
    if (!builds) return;
    await modules.warm(failed.candidates(builds)[0] ?? builds.current, owned ? './lifecycles' : `./slot/${name}`);
  };
  const prefetch = (path: string) => void warm(new URL(path, location.href).pathname);

  const { ahead } = options;
  const fetchAhead = createFetchAhead({
    ...ahead,
    async warm(name) {
      const owned = isPath(name) ? routeAt(name) : undefined;
      // Who is signed in is known later than the page.
      if (!owned || ahead.isLikely(owned)) await warm(name);
    },
  });
  /** What follows a page is said by its remote's own part. */
  const likelyFrom = async ({ owner, route }: OwnedRoute): Promise<readonly string[]> => {
    const { routes: own } = owner === 'shell' ? snapshot().shell : ((await buildsOf(owner))?.current ?? { routes: [] });
    return own.find(({ path }) => path === route.path)?.next ?? [];
  };

  const port: HostPort = {
    page: options.page,
    navigate: options.navigate,
    loadSlot: loadSlot as HostPort['loadSlot'],
    prefetch,
    fetchAhead: (names) => void fetchAhead(names),
    isPage: (path) => pageAt(routes, path) !== undefined,
    announce: options.announce,
    setTitle: options.setTitle,
    async recoverSlot(name, buildId, failure) {
      const owner = ownerOfSlot(name);
      const builds = owner === undefined ? undefined : snapshot().remotes[owner];
      const broken = [builds?.current, builds?.lastGood].find((candidate) => candidate?.buildId === buildId);
      // Of an earlier snapshot: any build of this one is another.
      if (!builds || !broken) return builds !== undefined;
      return prepareOther({ broken, builds, ...failure }, `./slot/${name}`);
    },
  };
  installHost(port);

  return {
    start() {
      Object.values(snapshot().remotes).forEach(trustBuilds);
      // From the first key on: releases are followed only once the page is idle, and must know what was typed before.
      watchTyping();
      guardSecondClicks();
      const { remotes, rest = {} } = snapshot();
      for (const name of [...Object.keys(remotes), ...Object.keys(rest)]) register(name);
      start();
    },
    snapshot,
    routeOf: (pathname) => pageAt(routes, pathname),
    controller: (remote) => controllers.get(remote),
    hasUnsaved: () => [...controllers.keys()].some(isDirty),
    async save() {
      await Promise.all([...controllers.keys()].map(flushRemote));
    },
    adopt(next) {
      known.replace(next);
      failed.clear();
      routes = routeTable(next);
      options.loader.trust(next.shell);
      Object.values(next.remotes).forEach(trustBuilds);
      for (const [name, builds] of Object.entries(next.remotes)) {
        if (controllers.has(name)) controllers.get(name)?.setBuilds(builds);
        else register(name);
      }
      for (const listener of listeners) listener();
      void triggerAppChange();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh: () => void triggerAppChange(),
    prefetch,
    fetchLikely() {
      const owned = routeAt(location.pathname);
      if (!owned || owned.off) return;
      likelyFrom(owned).then(fetchAhead, () => undefined);
    },
    async completeSnapshot() {
      for (const name of Object.keys(snapshot().rest ?? {})) {
        await ahead.pause();
        await known.of(name).catch(() => undefined);
      }
    },
  };
}

export { navigateToUrl };
