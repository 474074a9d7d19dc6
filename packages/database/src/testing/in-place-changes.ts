import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = /^(\d{4})-[a-z0-9-]+\.ts$/;
const IN_PLACE =
  /\brename\s+(?:column|to)\b|\bdrop\s+(?:column|table)\b|\.(?:renameColumn|renameTo|dropColumn|dropTable)\(/i;
const MARKER = /^\s*\/\/ Not read since release \S+/m;

/**
 * Migrations that rename or drop a column or a table which a program of the release before may still read (decision
 * 0213). A comment `// Not read since release 0.2.0` names the release that stopped reading it and allows the change.
 * @param folder - of the migrations
 * @param newerThan - number of the last migration that is not judged
 * @returns names of the files; empty when none is wrong
 */
export function findInPlaceChanges(folder: string | URL, newerThan: number): string[] {
  const root = folder instanceof URL ? fileURLToPath(folder) : folder;
  return readdirSync(root).filter((file) => {
    if (Number(FILE.exec(file)?.[1] ?? 0) <= newerThan) return false;
    const text = readFileSync(`${root}/${file}`, 'utf8');
    return IN_PLACE.test(text) && !MARKER.test(text);
  });
}
