import { createHash } from 'node:crypto';
import type { BuildDescriptor } from '@redress/contracts/releases';

/** What other module-federation tools read; a file of the build like any other, signed with it. */
const MANIFEST_FILE = 'mf-manifest.json';

const none = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/**
 * A container in the words of module federation 2. Written here and not by the plugin of @module-federation/enhanced,
 * whose manifest names the folders and the source files of the build, and misreports prefix shares.
 *
 * Scripts of exposes are not listed: a host would put them into the page itself, on elements that do not say which build
 * asked for them, and a chunk hands its modules to the build on its element. The container fetches them. Style sheets
 * are the same for everybody.
 */
function manifestOf({ name, version, entry, globalName, exposes, shared }: BuildDescriptor): object {
  return {
    id: name,
    name,
    metaData: {
      name,
      type: 'app',
      buildInfo: { buildVersion: version, buildName: name },
      remoteEntry: { name: entry, path: '', type: 'var' },
      types: { path: '', name: '', zip: '', api: '' },
      globalName,
      pluginVersion: '',
      publicPath: 'auto',
    },
    shared: Object.entries(shared).map(([request, { version: requiredVersion }]) => ({
      id: `${name}:${request}`,
      name: request,
      version: '',
      singleton: true,
      requiredVersion,
      assets: none,
    })),
    remotes: [],
    exposes: Object.entries(exposes).map(([path, { css }]) => ({
      id: `${name}:${path.slice(2)}`,
      name: path.slice(2),
      path,
      assets: { ...none, css: { sync: css, async: [] } },
    })),
  };
}

/** Adds the manifest of a remote to a finished build. @param write - puts a file into the build */
export function withManifest(
  descriptor: BuildDescriptor,
  write: (file: string, content: Buffer) => void,
): BuildDescriptor {
  if (descriptor.name === 'shell') return descriptor;
  const content = Buffer.from(`${JSON.stringify(manifestOf(descriptor))}\n`);
  write(MANIFEST_FILE, content);
  return { ...descriptor, files: { ...descriptor.files, [MANIFEST_FILE]: measure(content) } };
}

export const measure = (content: Buffer): BuildDescriptor['files'][string] => ({
  integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
  bytes: content.length,
});
