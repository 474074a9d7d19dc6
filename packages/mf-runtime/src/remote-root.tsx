import type { RemoteConfig } from '@redress/contracts/releases';
import { getStore } from '@redress/session-store';
import { type ComponentType, type Fragment, type ReactNode, createContext, useContext } from 'react';
import { Provider } from 'react-redux';
import type { Recover } from './recovery-context.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

export interface RemoteDefinition {
  config: RemoteConfig;
  /** The remote's routes; a router, the store and an error boundary stand around it. */
  App: ComponentType;
  /** It reads and writes its address itself: no router stands around it, and none is fetched for it. */
  hasOwnAddress?: boolean;
}

/** What stands between the store and the `App`: a router, or nothing. */
export type RouterComponent = ComponentType<{ children: ReactNode }> | typeof Fragment;

const RemoteName = createContext('');

/** Name of the remote a component is drawn by. */
export const useRemoteName = (): string => useContext(RemoteName);

/**
 * The tree around a remote's `App`. The same at build time and in the page, but for the router: hydration compares them.
 */
export function RemoteRoot({
  config,
  App,
  recover,
  router: Router,
}: RemoteDefinition & { recover: Recover; router: RouterComponent }) {
  return (
    <RemoteBoundary recover={recover}>
      <RemoteName.Provider value={config.name}>
        <Provider store={getStore()}>
          <Router>
            <App />
          </Router>
        </Provider>
      </RemoteName.Provider>
    </RemoteBoundary>
  );
}
