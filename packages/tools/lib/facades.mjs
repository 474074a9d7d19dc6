import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = /export\s*\{([^}]*)\}\s*from\s*'([^']+)'/g;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*'([^']+)'/g;
const NAMESPACE = /import\s*\*\s*as\s+(\w+)\s+from\s*'([^']+)'/g;
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
  // The newcomer's own Node 20 runs this: it has no `globSync`.
  const find = (folder) =>
    existsSync(path.join(root, folder))
      ? readdirSync(path.join(root, folder), { recursive: true })
          .filter((name) => /\.tsx?$/.test(name))
          .map((name) => path.join(folder, name))
      : [];
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const folders = readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mf-'));
  const shared = readdirSync(path.join(root, 'packages')).map((name) => path.join('packages', name));
  const imported = new Set();
  for (const file of [...folders, ...shared].flatMap((folder) => find(path.join(folder, 'src')))) {
    const text = read(file);
    const note = (from) => (name) => imported.add(`${from} ${name}`);
    for (const [, list, from] of text.matchAll(IMPORT)) namesIn(list).forEach(note(from));
    for (const [, space, from] of text.matchAll(NAMESPACE)) {
      const members = text.matchAll(new RegExp(`(?<![\\w.])${space}\\s*\\.(\\w+)`, 'g'));
      [...members].map(([, name]) => name).forEach(note(from));
    }
  }
  return [
    ...find('packages/mf-runtime/src/facades'),
    ...find('packages/contracts/src').filter((file) => /\bzod-mini\./.test(file)),
  ]
    .sort()
    .flatMap((file) =>
      [...read(file).matchAll(LIST)].flatMap(([, list, from]) =>
        namesIn(list.replace(/\/\*[\s\S]*?\*\//g, ''))
          .filter((name) => !imported.has(`${from} ${name}`))
          .map((name) => `${file}: ${name}`),
      ),
    );
}
