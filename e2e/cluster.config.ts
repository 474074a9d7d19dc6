import { defineConfig } from '@playwright/test';
import { NOT_APPLICABLE } from './cluster/not-applicable.ts';
import gate from './playwright.config.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The suite against the running cluster, started by `npm run cluster:e2e` (cluster/run.ts), which sets CLUSTER_TESTS. */
export default defineConfig({
  ...gate,
  testMatch: (process.env['CLUSTER_TESTS'] ?? 'journeys').split(',').map((folder) => `${folder}/**/*.spec.ts`),
  testIgnore: NOT_APPLICABLE.filter(({ title }) => title === undefined).map(({ file }) => file),
  // The full title begins with the file.
  grepInvert: NOT_APPLICABLE.flatMap(({ file, title }) =>
    title === undefined ? [] : [new RegExp(`${escaped(file)}.*${escaped(title)}`)],
  ),
  outputDir: 'test-results/cluster',
  reporter: [['list'], ['json', { outputFile: process.env['CLUSTER_RESULTS'] ?? 'test-results/cluster.json' }]],
  use: {
    ...gate.use,
    // Its certificate signs itself.
    ignoreHTTPSErrors: true,
  },
});
