import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { NOT_APPLICABLE } from './cluster/not-applicable.ts';
import gate from './playwright.config.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const FOLDERS = (process.env['CLUSTER_TESTS'] ?? 'journeys').split(',');
const filesOf = (folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(path.join(import.meta.dirname, folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`),
  );

/** The suite against the running cluster, started by `npm run cluster -- drill e2e` (cluster/run.ts), which sets CLUSTER_TESTS. */
export default defineConfig({
  ...gate,
  testMatch: FOLDERS.map((folder) => `${folder}/**/*.spec.ts`),
  // Each test file runs in a worker process of its own, whose fixture releases this repository's builds first
  // (support/test.ts). Playwright's default reuses the worker, and the next file would see releases of the file before.
  ...(process.env['CLUSTER_FRESH']
    ? { projects: filesOf(FOLDERS).map((file) => ({ name: file, testMatch: file })) }
    : {}),
  testIgnore: NOT_APPLICABLE.filter(({ title }) => title === undefined).map(({ file }) => file),
  // The full title begins with the file.
  grepInvert: NOT_APPLICABLE.flatMap(({ file, title }) =>
    title === undefined ? [] : [new RegExp(`${escaped(file)}.*${escaped(title)}`)],
  ),
  // Each part has its own folder: Playwright empties it at a start, and traces of the part before would be lost.
  outputDir: `test-results/cluster/${FOLDERS.join('-')}`,
  reporter: [['list'], ['json', { outputFile: process.env['CLUSTER_RESULTS'] ?? 'test-results/cluster.json' }]],
  use: {
    ...gate.use,
    // The cluster has a self-signed certificate.
    ignoreHTTPSErrors: true,
  },
});
