import { type Snapshot, type SnapshotBuild, buildBase } from '@redress/contracts/releases';

/** What the builds of development leave in the page (packages/webpack-config/src/refresh-client.ts), by their global names. */
type Builds = Map<string, (base: string, files: readonly string[]) => Promise<boolean>>;
const globals = globalThis as unknown as {
  redressRefresh?: { builds: Builds };
  __redress: { pin(link: HTMLLinkElement): void };
} & Record<string, unknown>;

const ID_LENGTH = 12;
const baseOf = (build: SnapshotBuild) => new URL(buildBase(build), location.origin).href;

/** Each sheet of the build before stays until its successor has come. */
function changeSheets(before: string, base: string): void {
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet], style[data-href]')) {
    const href = new URL(sheet.dataset['href'] ?? sheet.href, location.origin).href;
    if (!href.startsWith(before)) continue;
    const next = document.createElement('link');
    next.rel = 'stylesheet';
    next.href = base + href.slice(before.length);
    globals.__redress.pin(next);
    next.addEventListener('load', () => sheet.remove());
    next.addEventListener('error', () => next.remove());
    sheet.after(next);
  }
}

/**
 * Files of the next build hand their modules to the build of that name: from now on to the running one too. The next one
 * may start meanwhile, being fetched ahead; until the end of the update its own part of it waits.
 */
function handOver(running: string, next: string): () => void {
  const chunks = (globals[`chunks:${next}`] ??= []) as unknown[];
  const push = chunks.push.bind(chunks);
  chunks.push = (...given) => {
    (globals[`chunks:${running}`] as unknown[]).push(...given);
    return push(...given);
  };
  let own = globals[`webpackHotUpdate${next}`];
  let isTaking = true;
  Object.defineProperty(globalThis, `webpackHotUpdate${next}`, {
    configurable: true,
    get: () => (isTaking ? globals[`webpackHotUpdate${running}`] : own),
    set: (given) => (own = given),
  });
  return () => (isTaking = false);
}

/** Where the files of a build came from that has become another one since. */
const lastBase = new Map<string, string>();

async function take(build: SnapshotBuild, builds: Builds): Promise<[string, string] | null> {
  const { globalName, name } = build;
  const [running, update] =
    [...builds].findLast(([one]) => one.slice(0, -ID_LENGTH) === globalName.slice(0, -ID_LENGTH)) ?? [];
  if (!running || !update || running === globalName) return null;
  const base = baseOf(build);
  const runningId = running.slice(-ID_LENGTH);
  const giveBack = handOver(running, globalName);
  try {
    if (!(await update(base, Object.keys(build.integrity))))
      throw new Error(`${name}: no update leads to ${build.buildId}`);
    const before = lastBase.get(running) ?? base.replace(build.buildId, runningId);
    lastBase.set(running, base);
    changeSheets(before, base);
    return [runningId, build.buildId];
  } catch (error) {
    // Its modules are of two builds: it is left for a whole one.
    builds.delete(running);
    // eslint-disable-next-line no-console -- whoever edits reads why a rebuild did not go on in place
    console.info(error);
    return null;
  } finally {
    giveBack();
  }
}

/**
 * In a page of developers: lets the builds that run here take the modules that a rebuild changed, with React Fast Refresh.
 * What cannot (a module that is no component, up to the entry) is put in place of the build before, like any release.
 * @returns by the id of a build that runs in the page, the id of the one that it has become
 */
export async function takeInPlace({ shell, remotes }: Snapshot): Promise<ReadonlyMap<string, string>> {
  const builds = globals.redressRefresh?.builds ?? (new Map() as Builds);
  const current = [shell, ...Object.values(remotes).map((remote) => remote.current)];
  const taken = await Promise.all(current.map((build) => take(build, builds)));
  return new Map(taken.filter((one) => one !== null));
}
