import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SHARED_PACKAGES, describedTypes, readFiles } from '@redress/webpack-config';
import { compile } from './compile.ts';
import { catalogOf, packedManifest, withDependencies, withVersions, type Workspace } from './packages.ts';

/** Of all files of the set: the same sources make the same version, and another version whenever they change. */
function contentHash(folder: string): string {
  const hash = createHash('sha256');
  for (const [file, content] of readFiles(folder)) hash.update(`${file}\0`).update(content).update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** Types of its names, which a build outside cannot ask the compiler for: it has no sources. */
function writeTypes({ folder, manifest }: Workspace, into: string): void {
  const types = describedTypes(folder, manifest.name);
  if (types) writeFileSync(path.join(into, 'types.json'), `${JSON.stringify(types, null, 1)}\n`);
}

/**
 * Packs `@redress/remote` with everything it needs of this repository as npm packages that an `npm install` takes.
 * @param folder - of `@redress/remote`
 * @param target - gets the `.tgz` files; what it holds of an earlier set is removed
 * @returns the version of every package of the set, and its files in the order of their names
 */
export function packRemote(folder: string, target: string) {
  const workspaces = withDependencies(folder);
  const staging = mkdtempSync(path.join(tmpdir(), 'redress-pack-'));
  try {
    compile(workspaces, staging);
    rmSync(path.join(staging, 'tsconfig.json'));
    const of = (workspace: Workspace) => path.join(staging, path.basename(workspace.folder));
    const root = path.resolve(folder, '../..');
    const template = path.join(staging, 'tools/templates/repository/package.json.tmpl');
    const standing = readFileSync(template, 'utf8');
    const write = (version: string) => {
      writeFileSync(template, withVersions(standing, { version, catalog: catalogOf(root) }));
      for (const workspace of workspaces) {
        mkdirSync(of(workspace), { recursive: true });
        const manifest = packedManifest(workspace, { version, isShared: (name) => SHARED_PACKAGES.includes(name) });
        writeFileSync(path.join(of(workspace), 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
      }
    };
    for (const workspace of workspaces) writeTypes(workspace, of(workspace));
    const { version: base } = workspaces.at(-1)!.manifest;
    write(base);
    const version = `${base}-p${contentHash(staging)}`;
    write(version);
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(target)) if (/^redress-.*\.tgz$/.test(name)) rmSync(path.join(target, name));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target, ...workspaces.map(of)], {
      cwd: staging,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return {
      version,
      files: readdirSync(target)
        .filter((name) => name.endsWith('.tgz'))
        .sort(),
    };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
