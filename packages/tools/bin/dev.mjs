// `npm run dev -- mf-wizard …`: the released site, with these remotes rebuilt as you save. Each rebuild is published to
// the local release service and reaches open tabs the way a release does. `--alone` runs one remote by itself, `--site` or
// `--replay` one inside a deployed or recorded site.
import { existsSync } from 'node:fs';
import { ensureInstalled } from '../lib/install.mjs';
import { inRoot, NODE } from '../lib/repository.mjs';
import { explain, runShown, StepFailed } from '../lib/steps.mjs';

const args = process.argv.slice(2);
const inSite = args.find((argument) => /^--(site|replay)\b/.test(argument));
const isInSite = inSite !== undefined;
const isOption = (argument) => argument.startsWith('-');
// The address may stand behind its option as a word of its own.
const named = isInSite ? args.slice(0, args.findIndex(isOption)) : args.filter((argument) => !isOption(argument));
const options = isInSite ? args.slice(named.length) : args.filter(isOption);

try {
  await ensureInstalled();
  const unknown = named.find((name) => !existsSync(inRoot(name, 'remote.config.ts')));
  if (unknown) throw new StepFailed(`There is no remote ${unknown}`, { advice: 'name folders such as mf-wizard' });
  const builder = inRoot('packages/webpack-config/bin/build.mjs');
  const isOne = isInSite || options.includes('--alone');
  if (isOne && named.length !== 1)
    throw new StepFailed(`${inSite ?? '--alone'} runs one remote`, { advice: 'name it first, such as mf-wizard' });
  if (isInSite) {
    const program = inRoot('packages/remote/bin/redress-remote.mjs');
    process.exitCode = await runShown(NODE, [program, 'dev', ...options], { cwd: inRoot(named[0]) });
  } else if (isOne) {
    process.exitCode = await runShown(NODE, [builder, '--watch', '--port=4150', ...options], {
      cwd: inRoot(named[0]),
    });
  } else {
    // The shell shares its React: one of development, with the refresh runtime.
    const remotes = [...new Set(['shell', ...named])];
    const ports = remotes.map((_, index) => Number(process.env.REDRESS_DEV_PORT ?? 4150) + index);
    const watchers = remotes.map((name, index) =>
      runShown(NODE, [builder, '--watch', `--port=${ports[index]}`, ...options], { cwd: inRoot(name) }),
    );
    const site = runShown(process.execPath, [inRoot('packages/tools/bin/start.mjs')], {
      env: {
        ...process.env,
        // A channel of its own: what production would serve on this machine stays as it is.
        RELEASE_CHANNEL: 'preview',
        REDRESS_DEV_REMOTES: remotes.map((name, index) => `${name}=http://127.0.0.1:${ports[index]}/`).join(','),
      },
    });
    process.exitCode = await Promise.race([site, ...watchers]);
    process.kill(process.pid, 'SIGTERM');
  }
} catch (error) {
  explain(error);
}
