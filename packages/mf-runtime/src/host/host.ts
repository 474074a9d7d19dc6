import type { SlotName } from '@redress/contracts';
import type { PageData, RemoteReport, Snapshot, SnapshotBuild } from '@redress/contracts/releases';
import { navigateToUrl, registerApplication, start, triggerAppChange } from 'single-spa';
import { type HostPort, type LoadedSlot, installHost } from '../host-port.ts';
import type { RemoteLifecycles } from '../remote-props.ts';
import { flushRemote, isDirty } from '../safe-points.ts';
import { claimElement } from './document.ts';
import { type FailureKind, failureKind } from './limits.ts';
import { type ShareScope, createModuleLoader } from './module-loader.ts';
import type { PinnedLoader } from './pinned-loader.ts';
import { type RemoteController, createRemoteController } from './remote-controller.ts';
import { type OwnedRoute, normalPath, routeTable, slotOwner } from './routes.ts';
import { watchTyping } from './touched.ts';

export interface HostOptions {
  page: PageData;
  snapshot: Snapshot;
  loader: PinnedLoader;
  shareScope: ShareScope;
  /** Whether a page may be shown to this visitor now. Asked on every page change and on `refresh`. */
  mayShow(owned: OwnedRoute): boolean;
  report(report: Omit<RemoteReport, 'snapshot'>): void;
  setTitle(title: string): void;
  announce(text: string): void;
  /** Goes to a path: without a document load where it may. */
  navigate(path: string, options?: { replace?: boolean }): void;
  /** A remote is on screen, or its panel (`null`). */
  onShown(remote: string, build: SnapshotBuild | null): void;
}

export interface Host {
  start(): void;
  snapshot(): Snapshot;
  /** The page a path belongs to, or undefined: not found. */
  routeOf(pathname: string): OwnedRoute | undefined;
  controller(remote: string): RemoteController | undefined;
  /** Whether any remote holds edits that are nowhere else yet. */
  hasUnsaved(): boolean;
  /** Lets every remote save what is typed, before a document is loaded in this one's place. */
  save(): Promise<void>;
  /** Uses another snapshot's builds for whatever is not on screen, and registers remotes that are new. */
  adopt(snapshot: Snapshot): void;
  /** Asks `mayShow` again. */
  refresh(): void;
  prefetch(path: string): void;
  /** Fetches and evaluates every module of every remote, one after another, each when `pause` lets it. */
  prefetchAll(pause: () => Promise<void>): Promise<void>;
}

const words = (error: unknown) =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200);

/** Ties the snapshot, the loader and single-spa together. The only caller is the shell; it knows no remote by name. */
export function createHost(options: HostOptions): Host {
  let snapshot = options.snapshot;
  let routes = routeTable(snapshot);
  const modules = createModuleLoader(options.loader, options.shareScope);
  const controllers = new Map<string, RemoteController>();

  const trust = ({ remotes }: Snapshot) => {
    for (const { current, lastGood } of Object.values(remotes)) {
      options.loader.trust(current);
      if (lastGood) options.loader.trust(lastGood);
    }
  };

  const report = (
    build: SnapshotBuild,
    kind: RemoteReport['kind'],
    { value, error }: { value?: number; error?: unknown } = {},
  ) =>
    options.report({
      remote: build.name,
      buildId: build.buildId,
      kind,
      ...(value === undefined ? {} : { value: Math.round(value) }),
      ...(error === undefined ? {} : { detail: words(error) }),
    });

  const isActive = (name: string, location: Location) => {
    const owned = routes.get(normalPath(location.pathname));
    return owned?.owner === name && !owned.off && options.mayShow(owned);
  };

  const register = (name: string) => {
    const builds = snapshot.remotes[name];
    if (!builds || controllers.has(name)) return;
    const controller = createRemoteController(name, builds, {
      loadLifecycles: (build) => modules.load(build, './lifecycles') as Promise<RemoteLifecycles>,
      claimElement: (remote) => claimElement(remote, normalPath(location.pathname)),
      report,
      removeStyles: modules.removeStyles,
      onShown: options.onShown,
    });
    controllers.set(name, controller);
    registerApplication({
      name,
      app: () => Promise.resolve(controller.lifecycles),
      activeWhen: (location) => isActive(name, location),
    });
  };

  /** Current build, then the last good one. */
  const loadSlot = async (name: SlotName): Promise<LoadedSlot<SlotName>> => {
    const owner = slotOwner(snapshot, name);
    const builds = owner === undefined ? undefined : snapshot.remotes[owner];
    if (!builds) throw new Error(`No remote fills ${name}`);
    const started = performance.now();
    const candidates = [builds.current, builds.lastGood].filter((build) => build !== null);
    let failure: unknown;
    for (const [index, build] of candidates.entries()) {
      if (failedSlots.has(`${name} ${build.buildId}`) && index < candidates.length - 1) continue;
      try {
        const module = (await modules.load(build, `./slot/${name}`)) as { slot?: LoadedSlot<SlotName>['Component'] };
        if (!module.slot) throw new Error(`${build.name}: the module of ${name} exports no "slot"`);
        report(build, index === 0 ? 'loaded' : 'fell-back', { value: performance.now() - started });
        return { Component: module.slot, buildId: build.buildId };
      } catch (error) {
        failure = error;
        report(build, failureKind(error, 'load-failed'), { error });
      }
    }
    throw failure;
  };

  /** Slots whose render threw: the next try takes the last good build. */
  const failedSlots = new Set<string>();

  const prefetch = (path: string) => {
    const owned = routes.get(normalPath(new URL(path, location.href).pathname));
    const builds = owned && !owned.off ? snapshot.remotes[owned.owner] : undefined;
    if (builds) void modules.warm(builds.current, './lifecycles');
  };

  const port: HostPort = {
    page: options.page,
    navigate: options.navigate,
    loadSlot: loadSlot as HostPort['loadSlot'],
    prefetch,
    isPage: (path) => routes.has(normalPath(path)),
    announce: options.announce,
    setTitle: options.setTitle,
    reportSlotError(name, buildId, error) {
      const owner = slotOwner(snapshot, name);
      const builds = owner === undefined ? undefined : snapshot.remotes[owner];
      const build = [builds?.current, builds?.lastGood].find((candidate) => candidate?.buildId === buildId);
      failedSlots.add(`${name} ${buildId}`);
      if (build) report(build, 'render-error' satisfies FailureKind, { error });
    },
  };
  installHost(port);

  return {
    start() {
      trust(snapshot);
      // From the first key on: releases are followed only once the page is idle, and must know what was typed before.
      watchTyping();
      for (const name of Object.keys(snapshot.remotes)) register(name);
      start();
    },
    snapshot: () => snapshot,
    routeOf: (pathname) => routes.get(normalPath(pathname)),
    controller: (remote) => controllers.get(remote),
    hasUnsaved: () => [...controllers.keys()].some(isDirty),
    async save() {
      await Promise.all([...controllers.keys()].map(flushRemote));
    },
    adopt(next) {
      snapshot = next;
      routes = routeTable(next);
      trust(next);
      for (const [name, builds] of Object.entries(next.remotes)) {
        if (controllers.has(name)) controllers.get(name)?.setBuilds(builds);
        else register(name);
      }
      void triggerAppChange();
    },
    refresh: () => void triggerAppChange(),
    prefetch,
    async prefetchAll(pause) {
      for (const { current } of Object.values(snapshot.remotes)) {
        for (const expose of Object.keys(current.exposes)) {
          // A remote that is all slots has nothing to mount.
          if (expose === './lifecycles' && current.routes.length === 0) continue;
          await pause();
          await modules.warm(current, expose);
        }
      }
    },
  };
}

export { navigateToUrl };
