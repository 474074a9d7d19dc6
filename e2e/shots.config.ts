import { defineConfig } from '@playwright/test';
import gate from './playwright.config.ts';

/**
 * `npm run shots`: pictures of every screen, state, mail and PDF page into shots/, and shots/index.html to look through
 * them; not part of the gate.
 */
export default defineConfig({
  ...gate,
  testMatch: ['shots/**/*.shots.ts'],
  globalSetup: './shots/contact-sheet.ts',
  reporter: 'line',
  retries: 0,
});
