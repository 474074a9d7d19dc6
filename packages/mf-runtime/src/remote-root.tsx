import type { RemoteConfig } from '@redress/contracts/releases';
import { getStore } from '@redress/session-store';
import { type ComponentType, type ReactNode, createContext, useContext } from 'react';
import { Provider } from 'react-redux';
import type { Recover } from './recovery-context.ts';
import { RemoteBoundary } from './remote-boundary.tsx';

export interface RemoteDefinition {
  config: RemoteConfig;
  /** The remote's routes; a router, the store and an error boundary stand around it. */
  App: ComponentType;
}

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
}: RemoteDefinition & { recover: Recover; router: ComponentType<{ children: ReactNode }> }) {
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
