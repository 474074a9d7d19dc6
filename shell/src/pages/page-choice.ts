import type { Host } from '@redress/mf-runtime/host';
import { getStore } from '@redress/session-store';

/** What the shell draws itself at a path: one of its public pages, by its path, or what stands in a page's place. */
export type ShellPage = `/${string}` | 'not-found' | 'loading' | 'switched-off';

/** Which of its own pages the shell shows at a path; null where a remote does. */
export function shellPageAt(host: Host, pathname: string): ShellPage | null {
  const owned = host.routeOf(pathname);
  if (!owned) return 'not-found';
  if (owned.off) return 'switched-off';
  if (owned.owner === 'shell') return owned.route.path as `/${string}`;
  const { status } = getStore().getState().session;
  return owned.route.guarded && status !== 'authenticated' ? 'loading' : null;
}
