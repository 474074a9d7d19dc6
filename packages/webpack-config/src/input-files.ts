import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const NOT_INPUT =
  /(^|\/)(node_modules|dist|test-results|coverage|test|stories)(\/|$)|\.(test|spec|stories)\.[a-z]+$|\.md$/;
/** Files of a workspace outside `src` that decide what its build holds. */
const TOP_FILES = ['package.json', 'remote.config.ts', 'webpack.config.js'];

/** Files of a workspace that decide what it is built to, in a fixed order. */
export function inputFiles(directory: string): string[] {
  const files = TOP_FILES.map((name) => path.join(directory, name)).filter((file) => existsSync(file));
  for (const folder of ['src', 'data', 'public', 'fonts']) {
    const top = path.join(directory, folder);
    if (!existsSync(top)) continue;
    for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile() && !NOT_INPUT.test(path.relative(directory, file))) files.push(file);
    }
  }
  return files.sort();
}
