// `npm start`: installs, builds what changed, starts everything. Needs nothing but Node.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureInstalled } from '../lib/install.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, logFile, step, StepFailed } from '../lib/steps.mjs';
import { runTasks } from '../lib/turbo.mjs';

async function build() {
  const log = logFile('build');
  await step('Building what changed', async () => {
    const { ok, ran } = await runTasks(['build'], { log });
    if (ok) return;
    throw new StepFailed(ran ? 'A build failed' : 'The build tool could not run', {
      log,
      advice: 'correct what the log above names, and start again',
    });
  });
}

/** The program takes the terminal; signals reach it, and its exit code is ours. */
function run() {
  const child = spawn(NODE, [inRoot('services/site/src/main.ts'), ...process.argv.slice(2)], {
    cwd: inRoot(),
    stdio: 'inherit',
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl-C reaches the child by the terminal as well; it takes two within a moment for one.
    process.on(name, () => child.kill(name));
  }
  child.once('error', (error) =>
    explain(
      new StepFailed(`Node 24 could not be run (${error.message})`, { advice: 'remove node_modules and start again' }),
    ),
  );
  child.once('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
}

try {
  await ensureInstalled();
  if (existsSync(inRoot('shell'))) await build();
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
  run();
} catch (error) {
  explain(error);
}
