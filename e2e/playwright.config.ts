import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumPath, featuresOff } from './support/chromium.ts';
import { outOfGate } from './support/verify-only.ts';

/**
 * Journeys through the whole product: each worker runs a program of its own, with its own database, so nothing is
 * shared. `releases` and `faults` change what their site serves; they too have it to themselves.
 */
export default defineConfig({
  testDir: '.',
  testMatch: [
    'attack/**/*.spec.ts',
    'journeys/**/*.spec.ts',
    'releases/**/*.spec.ts',
    'soak/**/*.spec.ts',
    'faults/**/*.spec.ts',
    'a11y/**/*.spec.ts',
    'drill/**/*.spec.ts',
  ],
  ...outOfGate,
  outputDir: 'test-results/artifacts',
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // One for each core: browser, program and test of a worker wait for each other, and together take nine tenths of a core.
  workers: Math.max(2, availableParallelism()),
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // A journey that passes only when it is tried again has found a race, which a person meets too.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 15_000,
    // The last screen and its outline are kept of every failure. Steps, calls and the console take a tenth of a run's
    // processor time, copies of every document a ninth and pictures of every frame a fifth. Journeys that are named and
    // those of verify have the first; tests that are run many times have the documents as well
    // (packages/tools/lib/repeated-tests.mjs), --trace=retain-on-failure has all of it.
    trace: {
      mode: process.env['E2E_GATE'] === '1' ? 'off' : 'retain-on-failure',
      screenshots: false,
      snapshots: process.env['E2E_TRACE_DOCUMENTS'] === '1',
    },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        featuresOff(),
      ],
    },
  },
});
