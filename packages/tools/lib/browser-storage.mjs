import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = 'docs/security/data-inventory.md';
const USES_STORAGE = /\bstored(?:Text)?\b|\b(?:local|session)Storage\b|PERSONAL_STORAGE_PREFIX/;
const KEY = /['"`](?:\$\{PERSONAL_STORAGE_PREFIX\}|redress\.)[\w.-]*/g;

const browserSources = (root) =>
  [
    ...readdirSync(root).filter((name) => name === 'shell' || name.startsWith('mf-')),
    ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`),
  ]
    .map((folder) => `${folder}/src`)
    .flatMap((folder) => {
      try {
        return readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`);
      } catch {
        return []; // a workspace without sources
      }
    })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));

/**
 * Keys under which browsers keep something and that docs/security/data-inventory.md does not name.
 * @param {string} root - the repository's folder
 * @returns {string[]} one line each: `file: key`
 */
export function findUnlistedStorage(root) {
  const page = readFileSync(path.join(root, PAGE), 'utf8');
  return browserSources(root).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    if (!USES_STORAGE.test(text)) return [];
    return [...text.matchAll(KEY)]
      .map(([found]) => found.slice(1).replace('${PERSONAL_STORAGE_PREFIX}', 'redress.personal.'))
      .filter((key) => !page.includes(`\`${key}\``))
      .map((key) => `${file}: ${key}`);
  });
}
