import { defineConfig } from '@playwright/test';
import gate from './playwright.config.ts';

/** The drills that `npm run drill` runs (drill/run.ts). A failed one does not stop the others. */
export default defineConfig({
  ...gate,
  testMatch: ['drill/**/*.spec.ts'],
  outputDir: 'test-results/drill',
  reporter: 'list',
});
