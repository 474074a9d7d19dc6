import { defineConfig } from '@playwright/test';
import gate from './playwright.config.ts';

/** `npm run shots`: pictures of every screen into shots/, to be looked at; not part of the gate. */
export default defineConfig({ ...gate, testMatch: ['shots/**/*.shots.ts'], reporter: 'line', retries: 0 });
