// `npm run <name> -- …`: every command of the repository, from any folder, with nothing installed but Node.
import { checkOptions, COMMANDS, describeCommands, fileOf, helpOf } from '../lib/commands.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { endWithNpm, explain, runShown, StepFailed } from '../lib/steps.mjs';

endWithNpm();
const [name, ...rest] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];

async function start() {
  await ensureInstalled();
  const before = ['cut-off', 'near-files'].flatMap((name) => ['--import', inRoot('packages/tools/lib', `${name}.mjs`)]);
  return runShown(NODE, [...before, fileOf(command), ...command.first, ...rest], {
    cwd: command.kind === 'program' && command.folder !== '.' ? inRoot(command.folder) : inRoot(),
    // Node keeps what it compiled: taking types off its sources is most of what a short command would cost. A program runs in its
    // workspace, and reads file names where the command was given.
    env: {
      NODE_COMPILE_CACHE: inRoot('.cache/compiled'),
      ...process.env,
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    },
  });
}

try {
  if (!command) throw new StepFailed(`There is no command ${name ?? 'named'}. There are:\n\n${describeCommands()}`);
  const help = helpOf(name, rest);
  if (help !== null) process.stdout.write(help);
  else {
    checkOptions(name, rest);
    process.exitCode = await start();
  }
} catch (error) {
  explain(error);
}
