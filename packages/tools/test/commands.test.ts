import { spawnSync } from 'node:child_process';
import { checkOptions, COMMANDS } from '../lib/commands.mjs';
import { inRoot } from '../lib/repository.mjs';

const run = (...words: string[]) => {
  const command = [inRoot('packages/tools/bin/run.mjs'), ...words];
  return spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 20_000 });
};

it.each(Object.keys(COMMANDS))('says what %s takes, and starts nothing', (name) => {
  const { status, stdout, stderr } = run(name, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`npm run ${name}`);
});

it.each(['dev', 'asvs', 'bench:api', 'soak'])('refuses an option that %s would ignore or end with a stack', (name) => {
  const { status, stderr } = run(name, '--alnoe=1');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no option --alnoe: npm run ');
  expect(stderr).not.toContain(' at ');
});

it('shows a remote inside a deployed site by the command of a repository of its own', () => {
  expect(run('dev', 'mf-wizard', '--site', 'nowhere').stderr).toContain('OPTIONS: nowhere is no address of a site.');
  expect(run('dev', '--maps', '--alone').stderr).toContain('--alone runs one remote');
});

it('leaves to Playwright what is for it', () => {
  expect(() => checkOptions('shots', ['--grep=no such screen', '-x'])).not.toThrow();
});
