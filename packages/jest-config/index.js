import path from 'node:path';

/**
 * Jest presets: native ES modules. `native` runs tests in the process itself; `browser` in a context for each file, with TypeScript
 * by swc: in jsdom, with CSS modules answered by their class names.
 */
const swcOptions = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

const base = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: { '^.+\\.tsx?$': ['@swc/jest', swcOptions] },
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/test-results/'],
  setupFiles: ['@redress/jest-config/setup.js'],
  watchman: false,
  // Jest's own place is the temp folder, which the gate keeps in memory and removes.
  cacheDirectory: path.resolve(import.meta.dirname, '../../.cache/jest'),
  // A test that waits longer is stuck, not slow. With 20 s two tests of screens ended that were drawn for the first time
  // beside eight busy loops.
  testTimeout: 90_000,
  // A process that has nothing left to do still frees its memory, 400 MB after tests in jsdom; on a busy machine that
  // takes longer than Jest's half second. One with an open handle stays, and is reported as before.
  workerGracefulExitTimeout: 10_000,
};

export const native = {
  ...base,
  testEnvironment: '@redress/jest-config/process-environment.js',
  runtime: path.resolve(import.meta.dirname, 'process-runtime.js'),
  // A process keeps what every file it ran left in its modules. One above this is replaced between two files.
  workerIdleMemoryLimit: '600MB',
};
export const browser = {
  ...base,
  testEnvironment: '@redress/jest-config/jsdom-environment.js',
  setupFilesAfterEnv: ['@redress/jest-config/setup-browser.js'],
  moduleNameMapper: {
    '\\.module\\.css$': '@redress/jest-config/class-names.js',
    '\\.(css|svg|woff2)$': '@redress/jest-config/empty.js',
  },
};
