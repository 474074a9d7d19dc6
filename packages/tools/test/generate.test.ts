import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate, namesOf } from '../lib/generate.mjs';

const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const WORKSPACES = ['mf-account', 'packages/contracts', 'packages/copy'];

/** A copy of what the templates write to, with the installed packages of the repository. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'redress-generate-'));
  for (const workspace of WORKSPACES) {
    cpSync(path.join(REPOSITORY, workspace), path.join(root, workspace), {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|test-results|\.turbo)(\/|$)/.test(source),
    });
    symlinkSync(path.join(REPOSITORY, workspace, 'node_modules'), path.join(root, workspace, 'node_modules'));
  }
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(root, 'node_modules'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const passes = (workspace: string, name: string, ...args: string[]) => {
  const places = [path.join(root, workspace), root].map((folder) => path.join(folder, 'node_modules/.bin', name));
  const cwd = path.join(root, workspace);
  const { status, stdout, stderr } = spawnSync(places.find(existsSync)!, args, { cwd, encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
};

/** Installs a new workspace by links to what mf-account has; the words it needs are those of the copy. */
function linkPackages(workspace: string, own: Record<string, string>): void {
  const installed = path.join(REPOSITORY, 'mf-account/node_modules');
  const names = readdirSync(installed).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(installed, name)).map((inside) => `${name}/${inside}`) : [name],
  );
  for (const name of names) {
    const link = path.join(root, workspace, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(own[name] ?? path.join(installed, name), link);
  }
}

it('knows the forms of a name', () => {
  expect(namesOf('paid-letters')).toEqual({
    slug: 'paid-letters',
    camel: 'paidLetters',
    Pascal: 'PaidLetters',
    Title: 'Paid letters',
  });
});

it('makes a remote that compiles and passes its own test', () => {
  const { files } = generate(root, 'remote', ['mf-paid-letters']);
  expect(files).toContain('mf-paid-letters/remote.config.ts');
  linkPackages('mf-paid-letters', { '@redress/copy': path.join(root, 'packages/copy') });
  passes('mf-paid-letters', 'tsc', '-p', '.');
  passes('mf-paid-letters', 'redress-jest');
  const { numPassedTests } = JSON.parse(
    readFileSync(path.join(root, 'mf-paid-letters/test-results/jest.json'), 'utf8'),
  ) as { numPassedTests: number };
  expect(numPassedTests).toBe(1);
});

it('makes a feature that compiles and passes in the remote it is put in', () => {
  generate(root, 'feature', ['mf-account', 'refund-notes']);
  passes('mf-account', 'tsc', '-p', '.');
  passes('mf-account', 'redress-jest', 'src/features/refund-notes');
});

it('makes a call that stands in the table, compiles and passes', () => {
  generate(root, 'endpoint', ['refund-status', '/api/refunds/status']);
  passes('packages/contracts', 'tsc', '-p', '.');
  passes('packages/contracts', 'redress-jest', 'src/endpoints/refund-status');
});

it('numbers decisions on, and dates them', () => {
  mkdirSync(path.join(root, 'docs/decisions'), { recursive: true });
  const [first] = generate(root, 'decision', ['Keep', 'builds', 'for', 'ever']).files;
  expect(first).toBe('docs/decisions/0001-keep-builds-for-ever.md');
  const [second] = generate(root, 'decision', ['Another']).files;
  expect(second).toMatch(/0002-another/);
  expect(readFileSync(path.join(root, first!), 'utf8')).toMatch(
    /^# 0001 Keep builds for ever\n\nDate: \d{4}-\d\d-\d\d\. Status: proposed\./,
  );
});

it.each([
  ['remote', ['Bad Name'], /is no name of a remote/],
  ['feature', ['mf-nowhere', 'x'], /There is no mf-nowhere/],
  ['endpoint', ['x', '/evil'], /is no path of a new call/],
  ['table', [], /There is no template table/],
])('refuses gen %s %j and says what to write', (kind, args, sentence) => {
  expect(() => generate(root, kind, args)).toThrow(sentence);
});

it('writes over nothing', () => {
  generate(root, 'feature', ['mf-account', 'once']);
  expect(() => generate(root, 'feature', ['mf-account', 'once'])).toThrow(/is there already/);
});
