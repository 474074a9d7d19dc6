import { existsSync } from 'node:fs';
import { inRoot } from './repository.mjs';
import { logFile, step, StepFailed } from './steps.mjs';
import { runTasks } from './turbo.mjs';

/** Builds the shell and the remotes; what has not changed is taken from the cache. @throws {StepFailed} with the log */
export async function buildWhatChanged() {
  if (!existsSync(inRoot('shell'))) return;
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
