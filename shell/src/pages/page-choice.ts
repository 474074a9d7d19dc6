import type { Host } from '@redress/mf-runtime/host';
import { getStore } from '@redress/session-store';

/** Pages the shell draws itself. */
export type ShellPage = 'terms' | 'privacy' | 'not-found' | 'loading' | 'switched-off';

const OWN: Readonly<Record<string, ShellPage>> = { '/terms': 'terms', '/privacy': 'privacy' };

/** Which of its own pages the shell shows at a path; null where a remote does. */
export function shellPageAt(host: Host, pathname: string): ShellPage | null {
  const owned = host.routeOf(pathname);
  if (!owned) return 'not-found';
  if (owned.off) return 'switched-off';
  if (owned.owner === 'shell') return OWN[owned.route.path] ?? 'not-found';
  const { status } = getStore().getState().session;
  return owned.route.guarded && status !== 'authenticated' ? 'loading' : null;
}
