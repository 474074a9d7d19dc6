import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Program } from '../../support/program.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const FOLDERS = ['services/site/src/http', 'services/site/src/program'];
const ROUTE = /\b(?:app|scope)\.(get|post)(?:<[^(]*>)?\(\s*'([^']+)'/g;

export interface Route {
  method: 'GET' | 'POST';
  path: string;
}

/** Routes of the site itself, which no contract lists, from its source: a new one is tried by itself. */
export function siteRoutes(): Route[] {
  const routes = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(REPOSITORY, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [...readFileSync(path.join(REPOSITORY, folder, name), 'utf8').matchAll(ROUTE)])
      .map(([, method = '', route = '']) => ({ method: method.toUpperCase() as Route['method'], path: route })),
  );
  if (routes.length < 6) throw new Error('The routes of the site have another form now.');
  return routes;
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
