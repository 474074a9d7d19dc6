import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { installedPackages, makeNotices, makeSbom, packageFolderOf } from '../sbom/sbom.ts';

interface Bom {
  metadata: { component: { name: string; version: string } };
  components: { name: string; group?: string; version: string; purl: string; licenses?: unknown[] }[];
}

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), 'redress-sbom-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** @returns the folder of a package that is installed under `at` */
function install(at: string, name: string, about: object): string {
  const folder = path.join(root, at, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...about }));
  return folder;
}
function app(about: object): string {
  const folder = path.join(root, 'app');
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify({ name: '@redress/app', version: '0.1.0', ...about });
  writeFileSync(path.join(folder, 'package.json'), text);
  return folder;
}

it('lists what a service loads, with versions and licences, and neither development packages nor workspaces', () => {
  const folder = app({ dependencies: { pg: '1', '@redress/domain': '*' }, devDependencies: { jest: '1' } });
  install('app', 'pg', { version: '8.0.0', license: 'MIT', dependencies: { '@scope/pool': '1' } });
  install('app', '@scope/pool', { license: '(MIT OR Apache-2.0)' });
  install('app', '@redress/domain', {});
  install('app', 'jest', {});
  const sbom = makeSbom({ name: 'app', version: '0.1.0', packages: installedPackages(folder) });
  const { metadata, components } = JSON.parse(sbom) as Bom;
  expect(metadata.component).toMatchObject({ name: 'app', version: '0.1.0' });
  expect(components).toMatchObject([
    { group: '@scope', purl: 'pkg:npm/%40scope/pool@1.0.0', licenses: [{ expression: '(MIT OR Apache-2.0)' }] },
    { name: 'pg', version: '8.0.0', purl: 'pkg:npm/pg@8.0.0', licenses: [{ license: { id: 'MIT' } }] },
  ]);
});

it('finds the package of a file past a package.json that names none', () => {
  const folder = install('app', 'pg', {});
  mkdirSync(path.join(folder, 'esm'));
  writeFileSync(path.join(folder, 'esm/package.json'), '{"type":"module"}');
  expect(packageFolderOf(path.join(folder, 'esm/index.js'))).toBe(folder);
});

it('gives the same bytes for the same packages in any order, valid by the schema of CycloneDX 1.6', async () => {
  const folders = [install('app', 'a', { license: 'MIT' }), install('app', 'b', { license: 'SEE LICENSE IN x' })];
  const subject = { name: 'mf-letters', version: '0.1.0-0123456789ab' };
  const sbom = makeSbom({ ...subject, packages: folders });
  expect(makeSbom({ ...subject, packages: [...folders.toReversed(), ...folders] })).toBe(sbom);
  const schema = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await schema.validate(sbom)).toBeNull();
  expect(await schema.validate(sbom.replace('"library"', '"book"'))).not.toBeNull();
});

it('passes on the texts of licences, each once, and names a package that brings none', () => {
  const withText = (name: string, text: string) => {
    const folder = install('app', name, { license: 'MIT' });
    writeFileSync(path.join(folder, 'LICENSE.md'), text);
    return folder;
  };
  const packages = [withText('pg', 'Text A\r\n'), withText('pool', 'Text A'), withText('own', 'Text B')];
  const bare = install('app', 'bare', { license: 'ISC' });
  const workspace = install('app', '@redress/domain', { license: 'MIT' });
  const notices = makeNotices([...packages, bare, workspace, bare]);
  expect(notices).toContain('pg 1.0.0 (MIT)\npool 1.0.0 (MIT)\n\nText A\n');
  expect(notices.match(/Text A/g)).toHaveLength(1);
  expect(notices).toMatch(/bare 1\.0\.0 \(ISC\)\n\nThe package has no text.*ISC\./);
  expect(notices).not.toContain('@redress/domain');
  writeFileSync(path.join(workspace, 'NOTICE'), 'Data of others');
  expect(makeNotices([workspace])).toContain('Data in @redress/domain\n\nData of others\n');
  expect(makeNotices([bare, ...packages.toReversed()])).toBe(notices);
});
