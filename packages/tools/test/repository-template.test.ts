import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format } from 'prettier';
import { namesOf, writeTemplate } from '../lib/templates.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'redress-repository-'));
  const names = { ...namesOf('greetings'), name: 'mf-greetings', owner: 'team-hello' };
  writeTemplate(folder, ['remote', 'repository'], '.', names);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const workflow = () => readFileSync(path.join(folder, '.github/workflows/release.yml'), 'utf8');

it('has a workflow that is YAML, with the expressions of the CI left as they are', async () => {
  expect(await format(workflow(), { parser: 'yaml', printWidth: 120, singleQuote: true })).toBe(workflow());
  expect(workflow()).toContain('${{ secrets.RELEASE_TEAM_KEY }}');
});

it('gives secrets to one step alone: not to pull requests, nor to what an install runs', () => {
  const [build = '', release = ''] = workflow().split(/^ {2}release:$/m);
  expect(build).not.toContain('secrets.');
  expect(workflow()).not.toContain('pull_request_target');
  expect(build).toMatch(/^permissions: \{\}$/m);
  const steps = release.split(/^ {6}- /m);
  const withSecrets = steps.filter((step) => step.includes('secrets.'));
  expect(withSecrets).toHaveLength(1);
  expect(withSecrets[0]).not.toMatch(/npm (ci|install)/);
  expect(release).toMatch(
    /if: github\.event_name == 'push' && github\.ref_name == github\.event\.repository\.default_branch/,
  );
  expect(release).toMatch(/environment: production/);
  // What is not installed, npx asks the public registry for, where anybody may take the name.
  expect(workflow()).not.toMatch(/\bnpx\b/);
});

it('leaves no name of the template unfilled', () => {
  for (const file of ['README.md', 'remote.config.ts', 'src/copy.ts', 'tsconfig.json'])
    expect(readFileSync(path.join(folder, file), 'utf8')).not.toMatch(/\{\{\w+\}\}|__\w+__/);
});
