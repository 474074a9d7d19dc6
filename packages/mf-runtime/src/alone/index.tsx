import '@redress/ui/styles.css';
import { pathBeforeId, type RemoteConfig } from '@redress/contracts/releases';
import { installHost } from '../host-port.ts';
import type { RemoteLifecycles } from '../remote-props.ts';
import { ALONE_PAGE } from './page.ts';

export interface AloneOptions {
  config: RemoteConfig;
  lifecycles: RemoteLifecycles;
}

/**
 * Shows one remote without the shell, for its team's own work: a page with defaults, navigation within the remote,
 * slots of other remotes left empty. What the server answers is the caller's matter (`@redress/api-client/fakes`).
 */
export function runAlone({ config, lifecycles }: AloneOptions): void {
  const element = document.getElementById('alone') ?? document.body.appendChild(document.createElement('div'));
  element.dataset['remote'] = config.name;
  const announcer = document.body.appendChild(document.createElement('p'));
  announcer.setAttribute('role', 'status');

  const isOwnPage = (path: string) =>
    config.routes.some((route) => route.path === path || (route.hasId && route.path === pathBeforeId(path)));

  installHost({
    page: ALONE_PAGE,
    navigate(path, { replace = false } = {}) {
      history[replace ? 'replaceState' : 'pushState'](null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    loadSlot: (name) => Promise.resolve({ Component: () => <p>Slot {name}</p>, buildId: 'alone', inPlaceOf: 'alone' }),
    prefetch() {},
    fetchAhead() {},
    isPage: isOwnPage,
    announce(text) {
      announcer.textContent = text;
    },
    setTitle(title) {
      document.title = `${title} · ${config.name}`;
    },
    recoverSlot(_name, _buildId, { error }) {
      reportError(error);
      return Promise.resolve(false);
    },
  });
  if (!isOwnPage(location.pathname) && config.routes[0]) history.replaceState(null, '', config.routes[0].path);
  const props = {
    name: config.name,
    buildId: 'alone',
    domElement: element,
    hydrate: false,
    recover(error: unknown) {
      reportError(error);
      return Promise.resolve(false);
    },
  };
  void lifecycles.bootstrap(props).then(() => lifecycles.mount(props));
}
