import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Program } from '../../support/program.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const FOLDERS = ['services/releases/src/http', 'services/site/src/http', 'services/site/src/program'];
const ROUTE = /\b(?:app|scope)\.(get|post)(?:<[^(]*>)?\(\s*'([^']+)'/g;

export interface ReleaseRoute {
  method: 'GET' | 'POST';
  path: string;
}

/** Routes that stand in the source of the release service and the site, so that a new one is tried by itself. */
export function routesInSource(): { admin: ReleaseRoute[]; open: ReleaseRoute[] } {
  const admin: ReleaseRoute[] = [];
  const open: ReleaseRoute[] = [];
  for (const folder of FOLDERS)
    for (const name of readdirSync(path.join(REPOSITORY, folder))) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
      const text = readFileSync(path.join(REPOSITORY, folder, name), 'utf8');
      for (const [, method = '', route = ''] of text.matchAll(ROUTE)) {
        const to = name === 'admin-routes.ts' ? admin : open;
        to.push({ method: method.toUpperCase() as 'GET', path: route });
      }
    }
  if (admin.length < 20 || open.length < 8) throw new Error('The routes of the release service have another form now.');
  return { admin, open };
}

/** Address of the release API: the console's port, next to the site's. */
export const consoleUrl = (program: Program): string => {
  const url = new URL(program.url);
  return `http://127.0.0.1:${Number(url.port) + 1}`;
};

/** A token of the key folder: `reader`, `release-manager`, `key-holder`, `developer-team-…`. */
export function tokensOf({ dataDir }: Program): { name: string; token: string }[] {
  const folder = path.join(dataDir, 'keys');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.token'))
    .map((name) => ({ name: name.slice(0, -6), token: readFileSync(path.join(folder, name), 'utf8').trim() }));
}
