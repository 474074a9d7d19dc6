// `npm start`: installs, builds what changed, starts everything. Needs nothing but Node.
// `npm start -- --help` says what can be set.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { buildWhatChanged } from '../lib/build.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { keepRunning } from '../lib/keep-running.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { START_HELP, unknownOption, wantsHelp } from '../lib/start-help.mjs';
import { endWithNpm, explain, StepFailed } from '../lib/steps.mjs';

/** The program takes the terminal; signals reach it, and its exit code is ours. */
async function run() {
  let child;
  let isAsked = false;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => {
      isAsked = true;
      // Ctrl-C reaches the child by the terminal as well; it takes two within a moment for one.
      if (child.exitCode === null && child.signalCode === null) child.kill(name);
      else process.exit(130);
    });
  }
  const launch = () =>
    (child = spawn(NODE, [inRoot('services/site/src/main.ts')], {
      cwd: inRoot(),
      stdio: 'inherit',
    }));
  try {
    process.exit(
      await keepRunning(launch, {
        isAsked: () => isAsked,
        now: Date.now,
        wait,
        say: (line) => process.stderr.write(`\n${line}\n`),
      }),
    );
  } catch (error) {
    throw new StepFailed(`Node 24 could not be run (${error.message})`, {
      advice: 'remove node_modules and start again',
    });
  }
}

endWithNpm();
const given = process.argv.slice(2);
const unknown = unknownOption(given);
if (wantsHelp(given)) {
  process.stdout.write(START_HELP);
} else if (unknown !== undefined) {
  process.stderr.write(`There is no option ${unknown}.\n\n${START_HELP}`);
  process.exitCode = 1;
} else {
  // Every build and the program itself compile the same modules: once is enough.
  process.env.NODE_COMPILE_CACHE ??= inRoot('.cache/compiled');
  try {
    await ensureInstalled();
    await buildWhatChanged();
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
    await run();
  } catch (error) {
    explain(error);
  }
}
