// `npm run <name> -- …`: every command of the repository, from any folder, with nothing installed but Node.
import { existsSync } from 'node:fs';
import { COMMANDS, describeCommands, fileOf, newNameOf, relativeFile } from '../lib/commands.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { endWithNpm, explain, runShown, StepFailed } from '../lib/steps.mjs';

endWithNpm();
const [name, ...rest] = process.argv.slice(2);
const command = name === undefined ? undefined : COMMANDS[name];

try {
  if (!command) {
    const now = newNameOf(name ?? '');
    throw new StepFailed(
      now
        ? `${name} is ${now} now.`
        : `There is ${name ? `no command ${name}` : 'no command named'}. There are:\n\n${describeCommands()}`,
    );
  }
  await ensureInstalled();
  const file = fileOf(command);
  if (!existsSync(file)) {
    throw new StepFailed(`${name} has no program yet (${relativeFile(command)})`, {
      advice: 'see CONTRIBUTING.md for what there is',
    });
  }
  const before = ['cut-off', 'near-files'].flatMap((name) => ['--import', inRoot('packages/tools/lib', `${name}.mjs`)]);
  const args = [...before, file, ...command.first, ...rest];
  process.exitCode = await runShown(NODE, args, {
    // Where a person gave the command: file names in its arguments mean files there.
    cwd: command.kind === 'program' && command.folder !== '.' ? inRoot(command.folder) : inRoot(),
    // Compiled once for every command: taking types off its sources is most of what a short one would cost.
    env: {
      NODE_COMPILE_CACHE: inRoot('.cache/compiled'),
      ...process.env,
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    },
  });
} catch (error) {
  explain(error);
}
