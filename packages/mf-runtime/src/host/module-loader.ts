import { type SnapshotBuild, buildBase } from '@redress/contracts/releases';
import { LIMITS_MS, lineFactor, RemoteError, withinLimit } from './limits.ts';
import type { PinnedLoader } from './pinned-loader.ts';

/** webpack's share scope: package, version, how to get it. */
export type ShareScope = Record<
  string,
  Record<string, { get: () => (() => unknown) | Promise<() => unknown>; loaded: 1; from: string }>
>;

/** A remote's entry, as module federation defines it. */
interface Container {
  init(scope: ShareScope): unknown;
  get(module: string): Promise<() => unknown>;
}

/** Takes an exposed module of a build whose files have come, in the place of the build's own container. */
export type TakeModule = (build: SnapshotBuild, expose: string) => Promise<unknown>;

export interface ModuleLoader {
  /**
   * An exposed module of a build, with its whole chain of files fetched side by side.
   * @throws {RemoteError} `load-failed`, `timed-out` or `integrity-refused`; asking again tries again
   * @throws whatever a module threw while it was evaluated; asking again evaluates the whole build anew
   */
  load(build: SnapshotBuild, expose: string): Promise<unknown>;
  /** Fetches and evaluates what `load` will need. Never throws. */
  warm(build: SnapshotBuild, expose: string): Promise<void>;
  /** Takes the style sheets of a build out of the document. */
  removeStyles(build: SnapshotBuild): void;
}

/** A container is registered under a global name that only its build knows, so no type declares it. */
const globals = globalThis as unknown as Record<string, unknown>;
const absolute = (url: string) => new URL(url, location.origin).href;
const hrefOf = (sheet: Element) => absolute(sheet.getAttribute('data-href') ?? sheet.getAttribute('href') ?? '');

/** Code that only builds of a bundler's plain plugin need. */
const stock = () => import(/* webpackChunkName: "stock" */ './stock-builds.ts');

const styleSheets = () => [...document.querySelectorAll('link[rel=stylesheet], style[data-href]')];

export function createModuleLoader(loader: PinnedLoader, scope: ShareScope, take?: TakeModule): ModuleLoader {
  const scripts = new Map<string, Promise<void>>();
  const sheets = new Map<string, Promise<void>>();
  /** By the address of their build: a build of a bundler's plain plugin has a global that is named after its remote alone. */
  const containers = new Map<string, Container>();
  // webpack's runtime looks for an address as it writes it, with the origin, before it fetches a sheet: of remotes, and
  // of the shell's own chunks.
  for (const sheet of styleSheets()) sheet.setAttribute('data-href', hrefOf(sheet));

  /** Remembers success; forgets failure, so that "Try again" asks the network again. */
  const once = (cache: Map<string, Promise<void>>, url: string, load: () => Promise<void>) => {
    const known = cache.get(url);
    if (known) return known;
    const loading = load();
    cache.set(url, loading);
    loading.catch(() => cache.delete(url));
    return loading;
  };

  const arrival = (element: HTMLElement, url: string, limitMs: number) =>
    withinLimit(
      new Promise<void>((resolve, reject) => {
        element.onload = () => resolve();
        element.onerror = () =>
          reject(
            loader.isPinned(url)
              ? new RemoteError('load-failed', `did not load: ${url}`)
              : new RemoteError('integrity-refused', `not in the release: ${url}`),
          );
        document.head.append(element);
      }),
      limitMs,
      url,
      lineFactor,
    );

  const loadScript = (url: string, limitMs: number) =>
    once(scripts, url, () => {
      const script = loader.script(url);
      // A script left in the document would make webpack wait for a `load` event that has already fired.
      return arrival(script, url, limitMs).finally(() => script.remove());
    });

  const loadSheet = (url: string) =>
    once(sheets, url, async () => {
      const known = styleSheets().find((sheet) => hrefOf(sheet) === url);
      if (known) return;
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = url;
      loader.pin(link);
      await arrival(link, url, LIMITS_MS.chunk).catch((error: unknown) => {
        link.remove();
        throw error;
      });
    });

  const chain = async (build: SnapshotBuild, expose: string) => {
    const files = build.exposes[expose];
    if (!files) throw new RemoteError('load-failed', `${build.name} has no ${expose}`);
    const base = absolute(buildBase(build));
    if (build.runtime && !scripts.has(base + build.entry)) (await stock()).prepareStock(build.runtime, Boolean(take));
    for (const name of files.later ?? []) {
      // Asked for now, beside the scripts; webpack would ask when they have come.
      const offered = Object.values(scope[name] ?? {})[0];
      if (offered) Promise.resolve(offered.get()).catch(() => {});
    }
    await Promise.all([
      loadScript(base + build.entry, LIMITS_MS.entry),
      ...files.js.map((file) => loadScript(base + file, LIMITS_MS.chunk)),
      ...files.css.map((file) => loadSheet(base + file)),
    ]);
  };

  const containerOf = async (build: SnapshotBuild): Promise<Container> => {
    const known = containers.get(buildBase(build));
    if (known) return known;
    // The name holds the build id, so an entry that arrives late cannot be taken for another build's.
    const container = globals[build.globalName] as Container | undefined;
    if (!container) throw new RemoteError('load-failed', `${build.name}: the entry registered no ${build.globalName}`);
    await container.init(build.runtime ? (await stock()).stockScope(scope) : scope);
    containers.set(buildBase(build), container);
    return container;
  };

  /**
   * webpack keeps a module that threw as if it had worked, and an entry that threw has registered nothing. Evaluating
   * the entry again gives the build a new module cache.
   */
  const forget = (build: SnapshotBuild) => {
    const base = absolute(buildBase(build));
    // The chunks of a bundler's plain plugin meet in a list that is made anew with the entry.
    for (const file of build.runtime ? Object.keys(build.integrity) : [build.entry]) scripts.delete(base + file);
    containers.delete(buildBase(build));
    // Declared with `var`, so it cannot be deleted.
    globals[build.globalName] = undefined;
  };

  const loadNow = async (build: SnapshotBuild, expose: string) => {
    await chain(build, expose);
    try {
      const name = `${build.name} ${expose}`;
      if (take) return await withinLimit(take(build, expose), LIMITS_MS.chunk, name, lineFactor);
      const container = await containerOf(build);
      const factory = await withinLimit(container.get(expose), LIMITS_MS.chunk, name, lineFactor);
      // Modules do nothing but define, so they can be run ahead of need, while the page is idle.
      return factory();
    } catch (error) {
      forget(build);
      throw error;
    }
  };

  /** Two builds of a bundler's plain plugin, of one remote, have the same globals: one after the other. */
  const turns = new Map<string, Promise<unknown>>();
  const load = (build: SnapshotBuild, expose: string): Promise<unknown> => {
    if (!build.runtime) return loadNow(build, expose);
    const turn = (turns.get(build.name) ?? Promise.resolve()).then(() => loadNow(build, expose));
    turns.set(
      build.name,
      turn.catch(() => undefined),
    );
    return turn;
  };

  return {
    load,
    async warm(build, expose) {
      // The load that a visitor waits for will fail in the same way, and is reported.
      await load(build, expose).catch(() => {});
    },
    removeStyles(build) {
      const base = absolute(buildBase(build));
      for (const sheet of styleSheets()) {
        const url = hrefOf(sheet);
        if (!url.startsWith(base)) continue;
        sheet.remove();
        sheets.delete(url);
      }
    },
  };
}
