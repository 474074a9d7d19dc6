import type { RemoteConfig } from '@redress/contracts/releases';

type Defaulted = 'routes' | 'menu' | 'slots' | 'prerender' | 'updatePolicy' | 'persisted';

/**
 * A remote in data, as `remote.config.ts` holds it. Read by the build, the release service and, through the snapshot,
 * by the shell: it imports nothing that needs a browser.
 * @param config.name - `mf-…`
 * @param config.menu - entries in the side bar of the signed-in area; default none
 * @param config.updatePolicy - what the shell does with a newer build while this remote is on screen; default `allow`
 * @param config.persisted - version written, and versions readable, of every shape this remote keeps in a browser
 */
export const defineRemote = (
  config: Omit<RemoteConfig, Defaulted> & Partial<Pick<RemoteConfig, Defaulted>>,
): RemoteConfig => ({
  routes: [],
  menu: [],
  slots: {},
  prerender: [],
  updatePolicy: 'allow',
  persisted: {},
  ...config,
});
