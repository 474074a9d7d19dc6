import type { Host } from '@redress/mf-runtime/host';
import { registerApplication } from 'single-spa';
import { layoutOf } from '../navigation/page-changes.ts';
import { shellPageAt } from '../pages/page-choice.ts';
import type { SessionStart } from '../session/session-start.ts';
import { apiClient } from './api-client.ts';

const RETRY_MS = 5000;

interface ShellApplicationsPort {
  host: Host;
  session: SessionStart;
  /** False when the server could not be reached. */
  logOut(): Promise<boolean>;
}

/**
 * The shell's own single-spa applications: its pages, and the signed-in layout. Both are loaded when they are first
 * needed, so a visit to a public page pays for neither.
 */
export function registerShellApplications({ host, session, logOut }: ShellApplicationsPort): { changed(): void } {
  const listeners = new Set<() => void>();
  /** single-spa asks an application that did not load again, but only when something is routed. */
  const asksAgain = (error: unknown) => {
    setTimeout(host.refresh, RETRY_MS);
    throw error;
  };

  registerApplication({
    name: 'shell-pages',
    app: async () => {
      const { shellPagesLifecycles } = await import(/* webpackChunkName: "pages" */ '../pages/lifecycles.tsx').catch(
        asksAgain,
      );
      return shellPagesLifecycles({
        page: () => shellPageAt(host, location.pathname),
        sessionFailed: session.hasFailed,
        retrySession: session.retry,
        subscribe(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      });
    },
    activeWhen: ({ pathname }) => shellPageAt(host, pathname) !== null,
  });

  registerApplication({
    name: 'shell-account',
    app: async () => {
      const [{ accountLifecycles }] = await Promise.all([
        import(/* webpackChunkName: "account" */ '../account/lifecycles.tsx'),
        apiClient.load(),
      ]).catch(asksAgain);
      return accountLifecycles({ host, onLogOut: logOut });
    },
    activeWhen: ({ pathname }) => layoutOf(host, pathname) === 'account' && shellPageAt(host, pathname) !== 'loading',
  });

  return { changed: () => listeners.forEach((listener) => listener()) };
}
