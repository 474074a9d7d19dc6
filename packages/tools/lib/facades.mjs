import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = /export\s*\{([^}]*)\}\s*from\s*'([^']+)'/g;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'([^']+)'/g;
const namesIn = (list) =>
  list
    .split(',')
    .map((item) => item.trim().split(/\s+as\s+/)[0])
    .filter((name) => name && !name.startsWith('type '));

/**
 * Names of a facade that no source imports. Shared packages are not tree-shaken, so each costs every first visit its
 * bytes; knip cannot tell, because a facade is imported under the name of the package that it stands for.
 * @param {string} root - the repository's folder
 * @returns {string[]} one line each: `file: name`
 */
export function findDeadFacadeNames(root) {
  const find = (pattern) => globSync(pattern, { cwd: root });
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const imported = new Set();
  for (const file of find('{shell,mf-*,packages/*}/src/**/*.{ts,tsx}')) {
    for (const [, list, from] of read(file).matchAll(IMPORT)) {
      for (const name of namesIn(list)) imported.add(`${from} ${name}`);
    }
  }
  return find('packages/mf-runtime/src/facades/*.ts')
    .sort()
    .flatMap((file) =>
      [...read(file).matchAll(LIST)].flatMap(([, list, from]) =>
        namesIn(list.replace(/\/\*[\s\S]*?\*\//g, ''))
          .filter((name) => !imported.has(`${from} ${name}`))
          .map((name) => `${file}: ${name}`),
      ),
    );
}
