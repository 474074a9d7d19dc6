import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { main } from './cli.ts';

async function run(...args: string[]) {
  const said = { out: '', error: '' };
  const exitCode = await main(args, {
    directory: import.meta.dirname,
    environment: {},
    write: (text) => (said.out += `${text}\n`),
    writeError: (text) => (said.error += `${text}\n`),
  });
  return { exitCode, ...said };
}

it('says what there is when no command is named', async () => {
  const { exitCode, out } = await run();
  expect(exitCode).toBe(0);
  expect(out).toContain('redress-remote build');
});

it('refuses a command there is not, with those there are', async () => {
  const { exitCode, error } = await run('toString');
  expect(exitCode).toBe(1);
  expect(error).toMatch(/^COMMAND_UNKNOWN: There is no command toString\.\n[\s\S]*redress-remote dev/);
});

it('writes nothing that a terminal obeys', async () => {
  const { error } = await run('\u001B]0;mine\u0007\u001B[2J');
  expect(error).toContain('There is no command  ]0;mine  [2J.');
});

it('says how a command is used', async () => {
  expect((await run('build', '--help')).out).toMatch(/redress-remote build \[--maps\]/);
});

it('refuses an option that a command does not know', async () => {
  const { exitCode, error } = await run('build', '--watch');
  expect(exitCode).toBe(1);
  expect(error).toMatch(/'--watch'.*\nredress-remote build \[--maps\]/);
});

it('says which Node it needs to one that cannot load it', () => {
  const older = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.1.0'}})";
  const program = path.join(import.meta.dirname, '../bin/redress-remote.mjs');
  const args = ['--import', `data:text/javascript,${older}`, program, 'build'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^NODE_OLD: redress-remote needs Node 24; this is 20\.1\.0\./);
});
