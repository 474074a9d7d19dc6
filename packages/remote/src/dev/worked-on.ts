import {
  pathBeforeId,
  type BuildDescriptor,
  buildBase,
  fileAddress,
  type RemoteRoute,
  type Snapshot,
} from '@redress/contracts/releases';
import { contentTypeOf, type WatchedBuild } from '@redress/webpack-config';
import type { SiteAnswer } from './kept-answers.ts';

/** A rebuild that is a container. */
export interface DevBuild extends WatchedBuild {
  descriptor: BuildDescriptor;
}

/** A tab may hold the build before the last one while it changes to the next. */
const MOST_BUILDS = 8;

/** The last rebuilds of the remote, by the addresses that a snapshot gives their files. */
export function createWorkedOn() {
  const builds: DevBuild[] = [];

  const fileAt = (pathname: string): { name: string; content: Buffer; build: DevBuild } | null => {
    for (const build of builds) {
      const base = buildBase(build.descriptor);
      for (const [name, content] of build.files)
        if (pathname === base + name || pathname === fileAddress(build.descriptor, name))
          return { name, content, build };
    }
    return null;
  };

  return {
    latest: (): DevBuild | undefined => builds[0],
    offer(build: DevBuild) {
      builds.unshift(build);
      builds.length = Math.min(builds.length, MOST_BUILDS);
    },
    /** A file of a rebuild; scripts name their source map in a header, so that their bytes are those of the snapshot. */
    answer(pathname: string): SiteAnswer | null {
      const found = fileAt(pathname);
      if (!found) return null;
      const { name, content, build } = found;
      const map = build.files.has(`${name}.map`) ? { sourcemap: `${buildBase(build.descriptor)}${name}.map` } : {};
      const headers = { 'content-type': contentTypeOf(name), ...map };
      return { status: 200, headers, body: content };
    },
  };
}

/**
 * The page of the deployed site whose document serves for a path: its own, or for a new page of the remote one of the same
 * layout that asks for the same visitor.
 */
export function documentFor(
  pathname: string,
  { snapshot, build }: { snapshot: Snapshot; build: BuildDescriptor },
): { path: string; route: RemoteRoute | null } {
  const others = [snapshot.shell, ...Object.values(snapshot.remotes).map(({ current }) => current)];
  const routes = others.flatMap((one) => one.routes);
  const isAt = ({ path, hasId }: RemoteRoute) => path === pathname || (hasId && path === pathBeforeId(pathname));
  const own = build.config.routes.find(isAt) ?? null;
  if (!own || routes.some(isAt)) return { path: pathname, route: null };
  const fits = (route: RemoteRoute) => route.layout === own.layout && Boolean(route.guarded) === Boolean(own.guarded);
  const like =
    routes.find((route) => fits(route) && route.documentClass === own.documentClass) ??
    routes.find(fits) ??
    routes.find(({ layout }) => layout === own.layout);
  return { path: like?.path ?? '/', route: own };
}
