import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesOf } from './compile.ts';
import { catalogOf, packedManifest, withDependencies, withVersions } from './packages.ts';

const REMOTE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(REMOTE, '../..');

it('packs every workspace that a packed one depends on, and no service', () => {
  const names = withDependencies(REMOTE).map(({ manifest }) => manifest.name);
  expect(names.at(-1)).toBe('@redress/remote');
  expect(names).toEqual(expect.arrayContaining(['@redress/contracts', '@redress/ui', '@redress/testing']));
  expect(names).not.toContain('@redress/releases');
});

it('leaves nothing of the repository in a packed package.json', () => {
  const packed = withDependencies(REMOTE).map((workspace) =>
    packedManifest(workspace, { version: '0.1.0-pabc', isShared: (name) => name === 'react' }),
  );
  expect(JSON.stringify(packed)).not.toMatch(/workspace:|catalog:|"private"|devDependencies|[^d]\.tsx?"/);
  const ui = packed.find(({ name }) => name === '@redress/ui');
  expect(ui?.dependencies).toMatchObject({ '@redress/copy': '0.1.0-pabc' });
  expect(ui?.dependencies).not.toHaveProperty('react');
  expect(ui?.peerDependencies?.['react']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(ui?.exports?.['.']).toBe('./src/index.js');
});

it('packs no test and nothing that was made or installed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redress-files-'));
  try {
    for (const file of ['src/a.ts', 'src/a.test.ts', 'test/b.ts', 'node_modules/c/c.js', '.cache/d.json', 'e.css']) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), '');
    }
    expect(filesOf({ folder, manifest: { name: '@redress/x', version: '1.0.0' } })).toEqual(['e.css', 'src/a.ts']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('gives the template of a repository exact versions', () => {
  const template = path.join(ROOT, 'packages/tools/templates/repository/package.json.tmpl');
  const text = withVersions(readFileSync(template, 'utf8'), { version: '0.1.0-pabc', catalog: catalogOf(ROOT) });
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-pabc)?$/);
  expect(() => withVersions('"left-pad": "catalog:"', { version: '1.0.0', catalog: {} })).toThrow(/no left-pad/);
});
