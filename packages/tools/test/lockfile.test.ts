import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findLockfileFaults } from '../lib/lockfile.mjs';

const RULES = {
  floors: [{ name: 'fastify', atLeast: '5.8.5', because: 'an advisory' }],
  pinned: [{ name: 'webpack', version: '5.110.3', because: 'a reason' }],
  forbidden: [{ pattern: '^react-server-dom-', because: 'an advisory' }],
  mayRunInstallScripts: ['node'],
};
const pinned = (...names: string[]) => ({
  packages: names.map((name) => `  ${name}:\n    resolution: {integrity: sha512-abc==}\n`).join('\n'),
});

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'redress-lockfile-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function faultsOf({
  packages = pinned('fastify@5.12.8').packages,
  catalog = '  fastify: 5.12.8\n',
  builds = '  node: true\n',
  settings = '',
}) {
  writeFileSync(
    path.join(root, 'pnpm-lock.yaml'),
    `lockfileVersion: '9.0'\n\npackages:\n\n${packages}\nsnapshots:\n\n  x@1.0.0: {}\n`,
  );
  writeFileSync(path.join(root, 'pnpm-workspace.yaml'), `catalog:\n${catalog}\n${settings}\nallowBuilds:\n${builds}`);
  return findLockfileFaults(root, RULES);
}

it('finds nothing where all rules hold', () => {
  expect(faultsOf(pinned("'@swc/core@1.0.0'", 'fastify@5.8.5'))).toEqual([]);
});

it('takes a version that was mended in an older major, and none before it or in another one', () => {
  const floors = [{ name: 'koa', atLeast: '3.1.2', alsoFrom: ['2.16.4'], because: 'an advisory' }];
  const faults = (version: string) => {
    faultsOf(pinned(`koa@${version}`));
    return findLockfileFaults(root, { ...RULES, floors });
  };
  for (const sound of ['2.16.4', '2.17.0', '3.1.2', '4.0.0']) expect(faults(sound)).toEqual([]);
  for (const unsound of ['2.16.3', '3.1.1', '1.99.0']) expect(faults(unsound)).toHaveLength(1);
});

it.each([
  ['fastify 5.8.4 is below 5.8.5 (an advisory)', pinned('fastify@5.8.4')],
  ['fastify 4.99.0 is below 5.8.5 (an advisory)', pinned('fastify@5.9.0', 'fastify@4.99.0')],
  ['webpack 5.111.1 is not 5.110.3 (a reason)', pinned('webpack@5.111.1')],
  ['react-server-dom-webpack 19.0.0 may not be installed (an advisory)', pinned('react-server-dom-webpack@19.0.0')],
  ['left 1.0.0 has no sha512', { packages: `  left@1.0.0:\n    resolution: {tarball: x}\n` }],
  ['left-pad may not run an install script', { builds: `  node: true\n  'left-pad': true\n` }],
  [
    'dangerouslyAllowAllBuilds lets install scripts run past allowBuilds',
    { settings: 'dangerouslyAllowAllBuilds: true\n' },
  ],
  ['fastify ^5.12.8 in the catalog is not an exact version', { catalog: '  fastify: ^5.12.8\n' }],
  ['pnpm-lock.yaml lists no package: its form has changed', { packages: '' }],
])('says "%s"', (fault, files) => {
  expect(faultsOf(files)).toEqual([fault]);
});
