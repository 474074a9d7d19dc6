// `npm run drill [-- drill/webhooks]`: every fault and 200 kills, or those of one file; then the table of what was seen.
// What has passed at this commit is not run again: a run that was stopped is continued by the same command.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { writeDrillTable } from './report.ts';
import { revision } from './state.ts';

const E2E = path.resolve(import.meta.dirname, '..');
const runner = path.join(E2E, 'node_modules/@playwright/test/cli.js');

// Asked once: the table that is written at the end changes the tree.
process.env['DRILL_REVISION'] ??= revision();
const child = spawn(process.execPath, [runner, 'test', '--config=drill.config.ts', ...process.argv.slice(2)], {
  cwd: E2E,
  stdio: 'inherit',
});
const [code] = (await once(child, 'exit')) as [number | null];
await writeDrillTable();
process.exitCode = code ?? 1;
