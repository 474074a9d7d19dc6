import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main } from './cli.ts';
import { mergedPackageJson } from './init.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'redress-init-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const init = async (...args: string[]) => {
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  const exitCode = await main(['init', ...args], { directory: folder, environment: {}, write, writeError: write });
  return { exitCode, text: said.join('\n') };
};
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

it('writes a remote of the team, in the shape that remotes of this repository have', async () => {
  expect(await init('greetings', '--team', 'team-hello')).toMatchObject({ exitCode: 0 });
  expect(read('remote.config.ts')).toMatch(/name: 'mf-greetings',\n {2}owner: 'team-hello'/);
  expect(read('src/features/greetings/greetings-page.tsx')).toContain("from '../../copy.ts'");
  expect(read('.gitignore')).toContain('*.pem');
  // CI checks against the types that the team has checked against.
  expect(read('.gitignore')).toContain('!.redress/types/');
  expect(existsSync(path.join(folder, 'eslint.config.js'))).toBe(false);
});

it('writes over nothing', async () => {
  writeFileSync(path.join(folder, 'remote.config.ts'), 'mine');
  expect(await init('greetings', '--team', 'team-hello')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(/remote\.config\.ts is there already/),
  });
  expect(read('remote.config.ts')).toBe('mine');
  expect(existsSync(path.join(folder, 'package.json'))).toBe(false);
});

it.each([
  [['greetings'], /^TEAM_MISSING/],
  [['Greet ings', '--team', 'team-hello'], /is not a name of a remote/],
  [['../up', '--team', 'team-hello'], /is not a name of a remote/],
])('refuses init %j', async (args, sentence) => {
  expect(await init(...args)).toMatchObject({ exitCode: 1, text: expect.stringMatching(sentence) });
});

it('keeps packages that are installed from a folder', () => {
  const merged = mergedPackageJson(
    { name: 'x', devDependencies: { '@redress/ui': 'file:../redress-ui.tgz', other: '1.0.0' } },
    {
      name: 'mf-x',
      dependencies: { '@redress/ui': '0.1.0', react: '19.3.1' },
      devDependencies: { typescript: '7.0.2' },
    },
  );
  expect(merged).toEqual({
    name: 'mf-x',
    dependencies: { '@redress/ui': 'file:../redress-ui.tgz', react: '19.3.1' },
    devDependencies: { other: '1.0.0', typescript: '7.0.2' },
  });
});
