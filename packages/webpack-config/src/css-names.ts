import { createHash } from 'node:crypto';
import path from 'node:path';
import { packageRoot } from './workspace.ts';

/**
 * Class name in the page: the owner's prefix, the name as written, and a hash of the file's place in its package. Where
 * the package lies does not count: the same source built in another folder is the same build. Nor does what else the file
 * says: a remote's drawn screen has names of the design system, whose rules come with whichever shell is released.
 */
export function className(build: string, file: string, local: string): string {
  const owner = /\/(?:packages|node_modules\/@redress)\/([^/]+)\//.exec(file)?.[1] ?? build.replace(/^mf-/, '');
  const place = path.relative(packageRoot(file), file);
  return `${owner}-${local}-${createHash('sha256').update(place).digest('hex').slice(0, 5)}`;
}

/** Classes a CSS module names, as a module for Node: the same names the bundle has. */
export function classNames(build: string, file: string, css: string): Record<string, string> {
  if (/^\s*composes\s*:/m.test(css)) throw new Error(`${file}: "composes" is not supported; write two classes`);
  const bare = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  const names: Record<string, string> = {};
  for (const [, local] of bare.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)) names[local!] ??= className(build, file, local!);
  return names;
}

/** Lowest to highest: a remote may restyle a component of `ui`, never the other way round. */
export const LAYER_ORDER = '@layer reset, tokens, ui, remote;';

/** The cascade layer a style sheet belongs to; undefined when it names its own. */
export function layerOf(build: string, file: string, css: string): string | undefined {
  if (/^\s*(\/\*[\s\S]*?\*\/\s*)*@layer\b/.test(css)) return undefined;
  return build === 'shell' || file.includes('/packages/') || file.includes('/node_modules/') ? 'ui' : 'remote';
}
