import type { OwnRuntime } from '@redress/contracts/releases';
import type { ShareScope } from './module-loader.ts';

/**
 * For builds that bring a runtime of module federation with them, as the plain plugins of bundlers make them. Loaded with
 * the first of them: the site's own containers need none of it.
 */

/** What that runtime keeps for all builds on a page, in a global of this name. */
const NAMES = ['__FEDERATION__', '__VMOK__'];
interface Federation {
  __INSTANCES__: { name: string }[];
}
const globals = globalThis as unknown as Record<string, unknown>;

/** The global that this module made. */
let sealed: Federation | undefined;

function seal(): Federation {
  const federation = {} as Federation;
  const keep = (name: string, value: unknown, writable: boolean) =>
    Object.defineProperty(federation, name, { value, writable, enumerable: true });
  // A plugin would see, and could change, what every build loads.
  keep('__GLOBAL_PLUGIN__', Object.freeze([]), false);
  keep('__INSTANCES__', [], false);
  keep('__SHARE__', {}, false);
  keep('__MANIFEST_LOADING__', {}, false);
  keep('__PRELOADED_MAP__', new Map(), false);
  keep('__PRELOADED_ASSETS__', new Set(), false);
  keep('moduleInfo', {}, true);
  // Written by a runtime that is debugged, which a person turns on in the browser's storage.
  keep('__DEBUG_CONSTRUCTOR__', undefined, true);
  keep('__DEBUG_CONSTRUCTOR_VERSION__', undefined, true);
  Object.seal(federation);
  for (const name of NAMES) Object.defineProperty(globals, name, { value: federation });
  return federation;
}

/**
 * Makes room for a build of a remote: its runtime finds neither its instance nor its chunks of before, and the global it
 * would make is there already, and can be neither replaced nor given plugins.
 * @param hasTools - of a page of developers, where the global belongs to the runtime that is the host
 * @throws when something else of this page has made that global
 */
export function prepareStock({ instance, chunks }: OwnRuntime, hasTools: boolean): void {
  if (!sealed && NAMES.some((name) => name in globals)) {
    if (!hasTools) throw new Error('Another script of this page has made the global of module federation');
    sealed = globals['__FEDERATION__'] as Federation;
  }
  sealed ??= seal();
  const { __INSTANCES__: instances } = sealed;
  const known = instances.findIndex(({ name }) => name === instance);
  if (known >= 0) instances.splice(known, 1);
  globals[chunks] = undefined;
}

/** The shell's packages as that runtime keeps them. A copy: what it writes into its share scope is seen by no other build. */
export function stockScope(scope: ShareScope): ShareScope {
  const copy: Record<string, Record<string, object>> = {};
  for (const [request, versions] of Object.entries(scope)) {
    copy[request] = {};
    for (const [version, { get }] of Object.entries(versions)) {
      copy[request][version] = {
        version,
        get,
        from: 'shell',
        loaded: true,
        scope: ['default'],
        strategy: 'loaded-first',
        shareConfig: { singleton: true, requiredVersion: `^${version}`, eager: false, strictVersion: true },
        useIn: [],
        deps: [],
      };
    }
  }
  return copy as unknown as ShareScope;
}
