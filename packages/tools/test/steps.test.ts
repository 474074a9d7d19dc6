import { spawn } from 'node:child_process';
import { once } from 'node:events';

const STEPS = new URL('../lib/steps.mjs', import.meta.url).href;

/** Two steps below a shell, as npm runs them; the first one takes a signal for a reason to end well. */
function startBelowShell(run: string, environment: NodeJS.ProcessEnv) {
  const script = `
    import { endWithNpm, ${run} as run } from '${STEPS}';
    endWithNpm();
    const wellEnding = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log('begun')";
    await run(process.execPath, ['-e', wellEnding]);
    console.log('went on');`;
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, script], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const hasBegun = new Promise<void>((resolve) => {
    shell.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('begun')) resolve();
    });
  });
  return { shell, hasBegun, said: () => said };
}

it.each(['runShown', 'runShownAndRead'])(
  '%s ends with the shell of npm, which gives a signal to nobody, and begins no further step',
  async (run) => {
    const { shell, hasBegun, said } = startBelowShell(run, { npm_lifecycle_event: 'start' });
    await hasBegun;
    shell.kill('SIGTERM');
    // Its output is closed when all have ended that hold it.
    await once(shell.stdout, 'close');
    expect(said()).toBe('begun\n');
  },
);
