#!/usr/bin/env node
// Jest with native ES modules; results also go to test-results/jest.json, which `npm test` adds up.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

mkdirSync('test-results', { recursive: true });
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const args = ['--passWithNoTests', '--json', '--outputFile=test-results/jest.json', ...process.argv.slice(2)];
const { status, signal } = spawnSync(process.execPath, ['--experimental-vm-modules', '--no-warnings', jest, ...args], {
  stdio: ['inherit', 'ignore', 'inherit'],
  // Tests start programs, the same ones many times; each compiles only what none before it has.
  env: { NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../../.cache/compiled'), ...process.env },
});
process.exit(signal ? 1 : (status ?? 1));
