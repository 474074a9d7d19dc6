import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;

/** Class names a style sheet writes, without those of `:global(…)`. */
function classesIn(css) {
  const bare = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
  return new Set([...bare.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name]) => name));
}

/** Who owns a source: `features/payment`, or the name of its folder in `src`. */
const ownerOf = (file) => /^(?:features\/[^/]+|[^/]+)/.exec(file)?.[0] ?? file;

/**
 * Classes of a remote's `src/shared` that stand there for one feature or for none. A class belongs there if two
 * features use it, or a component of `src/shared` does; else it stands beside its feature.
 * @param {string} root - the repository's folder
 * @returns {string[]} one line each: `file: class, who uses it`
 */
export function findUnsharedStyles(root) {
  return readdirSync(root)
    .filter((name) => name.startsWith('mf-') && existsSync(path.join(root, name, 'src/shared')))
    .sort()
    .flatMap((remote) => {
      const source = path.join(root, remote, 'src');
      const files = readdirSync(source, { recursive: true }).map((name) => name.split(path.sep).join('/'));
      const read = (file) => readFileSync(path.join(source, file), 'utf8');
      const owners = new Map(); // `sheet class` -> who uses it
      for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))) {
        const text = read(file);
        for (const [, name, from] of text.matchAll(IMPORT)) {
          const sheet = path.posix.join(path.posix.dirname(file), from);
          for (const [, inBrackets, afterDot] of text.matchAll(
            new RegExp(`\\b${name}(?:\\['([\\w-]+)'\\]|\\.(\\w+))`, 'g'),
          )) {
            const key = `${sheet} ${inBrackets ?? afterDot}`;
            owners.set(key, (owners.get(key) ?? new Set()).add(ownerOf(file)));
          }
        }
      }
      return files
        .filter((name) => name.startsWith('shared/') && name.endsWith('.module.css'))
        .sort()
        .flatMap((sheet) =>
          [...classesIn(read(sheet))].flatMap((name) => {
            const users = [...(owners.get(`${sheet} ${name}`) ?? [])];
            if (users.length > 1 || users[0] === 'shared') return [];
            return [`${remote}/src/${sheet}: ${name}, used by ${users[0] ?? 'nobody'}`];
          }),
        );
    });
}
