import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.ts';

/** The runner of the preset, which runs Jest with native ES modules. */
const RUNNER = path.join(path.dirname(fileURLToPath(import.meta.resolve('@redress/jest-config'))), 'bin/jest.mjs');

export const testCommand: Command = {
  usage: 'test [options of Jest]',
  about: 'runs the tests of this folder in jsdom, against answers made from the contracts',
  run: (args, { directory, environment }) =>
    new Promise((resolve, reject) => {
      spawn(process.execPath, [RUNNER, ...args], { cwd: directory, env: environment, stdio: 'inherit' })
        .on('error', reject)
        .on('close', (code) => resolve(code ?? 1));
    }),
};
